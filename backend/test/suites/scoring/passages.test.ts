import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { addReaders, keyword, queueArticles, seedArticle } from '../../harness/scoring-samples.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
  await addReaders(app, ['local']);
});
afterEach(() => app.close());

const arrive = async (title: string, content: string, summary = 'A summary.') => {
  const article = { ...seedArticle(app, 1), title, content, summary };
  await queueArticles(app, [article]);
  await app.settle();
  return async () => (await app.as('local').call('getReasons', { params: article })).items;
};

it('each keyword that counts tells the sentence with its words, a translated one too, and one that adds nothing none', async () => {
  for (const text of ['mars', '野球', 'gardening']) await app.as('local').call('addKeyword', keyword(text));
  const reasons = await arrive(
    'Mars, Mars and baseball: the news of today',
    '<p>The rover landed. It is on&nbsp;<b>Mars</b> &amp; well.</p><p>彼は野球の選手だ。野球が好きだ。</p>',
  );
  const items = await reasons();
  const passageOf = (text: string) => items.find(({ keyword_text }) => keyword_text === text)?.passage;
  const title = 'Mars, Mars and baseball: the news of today';
  expect(passageOf('mars')).toEqual({
    field: 'title',
    text: title,
    marks: [
      [0, 4],
      [6, 10],
    ],
  });
  expect(passageOf('野球')).toEqual({ field: 'text', text: '彼は野球の選手だ。', marks: [[2, 4]] });
  expect(passageOf('gardening')).toBeNull();
  expect(items.find(({ keyword_text }) => keyword_text === 'gardening')).toMatchObject({ contribution: 0 });
});

it('an excluding keyword tells which words did it', async () => {
  await app.as('local').call('addKeyword', keyword('mars', 3));
  await app.as('local').call('addKeyword', keyword('real madrid', 1, true));
  const reasons = await arrive('Mars', '<p>Mars is far. Then Real Madrid won the cup.</p>');
  const [, excluding] = await reasons();
  expect(excluding).toMatchObject({
    keyword_text: 'real madrid',
    passage: { field: 'text', text: 'Then Real Madrid won the cup.', marks: [[5, 16]] },
  });
});

it('the text is the summary where the feed has no other, and the title is left when the article is gone', async () => {
  await app.as('local').call('addKeyword', keyword('real madrid'));
  const summary = 'Real Madrid won the cup.';
  const reasons = await arrive('News', '', summary);
  expect((await reasons())[0]).toMatchObject({ passage: { field: 'text', text: summary } });
});

it('a text that nobody can parse costs the passage and no reason', async () => {
  await app.as('local').call('addKeyword', keyword('mars'));
  const reasons = await arrive('On Mars', `${'<div>'.repeat(200_00)}Mars &#xD800; \u0000 <!-- `, 'On Mars.');
  expect((await reasons())[0]).toMatchObject({ keyword_text: 'mars', passage: { field: 'title' } });
});
