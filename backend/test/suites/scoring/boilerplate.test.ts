import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { keyword } from '../../harness/scoring-samples.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

let app: TestApp;
let server: FeedServer;
beforeEach(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  await app.as('local').call('addKeyword', keyword('privacy'));
});
afterEach(() => Promise.all([app.close(), server.close()]));

const TITLES = ['Foxes in the city', 'Why bridges fall', 'The last steam train', 'A tax on sugar'];
const FOOTER =
  'Subscribe to our newsletter. See Privacy Policy at https://art19.com/privacy for your rights.';
const item = (title: string, text: string, at: number) => ({
  guid: `guid-${at}`,
  link: `https://site.example/${at}`,
  title,
  text: `${text} ${FOOTER}`,
});
const episodes = TITLES.map((title, at) => item(title, `We talk with a guest about: ${title}.`, at));

it('what most items of a feed repeat is shown, but counts for no keyword', async () => {
  server.set('/feed', {
    body: rss([...episodes, item('Who reads it?', 'Privacy on trains. Privacy is what passengers lose.', 9)]),
  });
  await testReader(app).follow(server.url('/feed'));
  await app.settle();
  const rows = await testReader(app).list({ sort: 'importance_score' });
  const scored = rows.map(({ title, importance_score }) => [title, (importance_score ?? 0) > 0]);
  expect(scored.filter(([, isAbove]) => isAbove)).toEqual([['Who reads it?', true]]);
  const read = async (title: string) => {
    const { article_id } = rows.find((row) => row.title === title)!;
    return app.as('local').call('getArticle', { params: { article_id } });
  };
  expect((await read('Foxes in the city')).content).toContain('See Privacy Policy');
  const { items: reasons } = await app.as('local').call('getReasons', { params: rows[0]! });
  expect(reasons[0]?.passage).toMatchObject({ text: expect.stringMatching(/^Privacy on trains/u) });
});

it('reports that differ in their numbers alone are compared whole', async () => {
  const report = (at: number) => ({
    guid: `guid-${at}`,
    link: `https://site.example/${at}`,
    title: `Report ${at}`,
    text: `Measurement ${at} of station ${at + 3} says that privacy stands at ${at} points.`,
  });
  server.set('/reports', { body: rss([1, 2, 3, 4].map(report)) });
  await testReader(app).follow(server.url('/reports'));
  await app.settle();
  const rows = await testReader(app).list();
  expect(rows.map(({ importance_score: score }) => (score ?? 0) > 0)).toEqual([true, true, true, true]);
});

it('an item that comes alone in a later document is compared without what the document repeats, and keeps its vector', async () => {
  server.set('/feed', { body: rss(episodes.slice(1)) });
  await testReader(app).follow(server.url('/feed'));
  await app.settle();
  server.set('/feed', { body: rss(episodes) });
  app.advance(90);
  await testReader(app).fetchAll();
  await app.settle();
  const rows = await testReader(app).list({ sort: 'importance_score' });
  expect(rows.map(({ importance_score }) => importance_score)).toEqual([0, 0, 0, 0]);
  const before = await app.stores.entries.scan('local', null, 10);
  await app.as('local').call('recalculate');
  await app.settle();
  expect(await app.stores.entries.scan('local', null, 10)).toEqual(before);
});
