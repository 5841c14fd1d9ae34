import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonResponse } from '../../../src/api/answers.ts';
import { endpoints, taste, type Taste } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { startFeedServer, rss, numberedItem, type FeedServer } from '../../harness/servers/feed-server.ts';
import { testReader } from '../../harness/reader.ts';

let from: TestApp;
let to: TestApp;
let server: FeedServer;
beforeEach(async () => {
  [from, to, server] = await Promise.all([startTestApp(), startTestApp(), startFeedServer()]);
  server.set('/feed', {
    body: rss(
      [1, 2, 3, 4, 5, 6].map((n) => numberedItem(n)),
      { title: 'Harbour' },
    ),
  });
});
afterEach(() => Promise.all([from.close(), to.close(), server.close()]));

const rule = (name: string, word: string) => ({
  name,
  conditions: [{ field: 'title' as const, is_not: false, any_of: [word] }],
  effects: { mute: false, save: false, read: false, factor: 2, tags: [], goes_after_hours: null },
  stops: false,
  is_active: true,
});

/** Follows the feed and says everything that a reader can say. */
const fill = async (app: TestApp): Promise<void> => {
  const reader = testReader(app);
  await reader.api.call('updatePreferences', { body: { learns: true } });
  await reader.follow(server.url('/feed'));
  await reader.addKeyword('harbour', 3);
  await reader.addKeyword('football', 2, true);
  await app.settle();
  await reader.api.call('addRule', { body: rule('Article', 'Article') });
  const [first, second, third, fourth] = await reader.list();
  await reader.setSaved(first!.article_id, true);
  await reader.setTags(second!.article_id, ['News', '気候']);
  await reader.api.call('setOpinion', { params: { article_id: third!.article_id }, body: { opinion: 'up' } });
  await reader.api.call('setOpinion', {
    params: { article_id: fourth!.article_id },
    body: { opinion: 'down' },
  });
  await app.settle();
};

/** Returns the file as it goes out. */
const exported = async (app: TestApp): Promise<Taste> => {
  const { body = '' } = jsonResponse(endpoints.exportTaste, await testReader(app).api.call('exportTaste'));
  expect(body).not.toMatch(/"(?:user_id|keyword_id|rule_id|vector)"/);
  return taste.parse(JSON.parse(body));
};
const take = (app: TestApp, file: Taste) => testReader(app).api.call('importTaste', { body: file });
const undated = (file: Taste) => ({ ...file, exported_at: '' });

describe('the taste of a reader', () => {
  it('is the same after it went to another Omomi that has the articles, and again adds nothing', async () => {
    await fill(from);
    const file = await exported(from);
    expect(file).toMatchObject({
      keywords: [
        { text: 'football', weight: 2, is_excluding: true },
        { text: 'harbour', weight: 3 },
      ],
      rules: [{ name: 'Article' }],
      tags: ['News', '気候'],
    });
    expect([file.signals.length, file.articles.length]).toEqual([3, 2]);

    const other = testReader(to);
    await other.follow(server.url('/feed'));
    await to.settle();
    // What was saved and tagged keeps its time.
    to.advance(60);
    await other.api.call('updatePreferences', { body: { learns: true } });
    const all = (added: number) => ({ added, known: 0, left_out: 0 });
    expect(await take(to, file)).toEqual({
      keywords: all(2),
      rules: all(1),
      tags: all(2),
      signals: all(3),
      articles: all(2),
    });
    await to.settle();
    expect(undated(await exported(to))).toEqual(undated(file));
    const known = (n: number) => ({ added: 0, known: n, left_out: 0 });
    expect(await take(to, file)).toEqual({
      keywords: known(2),
      rules: known(1),
      tags: known(2),
      signals: known(3),
      articles: known(2),
    });
  });

  it('teaches without the articles, by the titles of what was liked', async () => {
    await fill(from);
    const file = await exported(from);
    await testReader(to).api.call('updatePreferences', { body: { learns: true } });
    expect(await take(to, file)).toMatchObject({
      signals: { added: 3 },
      articles: { added: 0, left_out: 2 },
    });
    const signals = await to.stores.learning.listSignals('local', 200);
    expect(signals.every(({ vector }) => vector !== null)).toBe(true);
  });

  it('changes and removes nothing of the reader’s own', async () => {
    await fill(from);
    const file = await exported(from);
    await fill(to);
    const other = testReader(to);
    const [keyword] = (await other.api.call('listKeywords')).items.filter(({ text }) => text === 'harbour');
    await other.api.call('updateKeyword', {
      params: { keyword_id: keyword!.keyword_id },
      body: { weight: 9 },
    });
    await other.api.call('addRule', { body: rule('Mine', 'mine') });
    const [, second, third] = await other.list();
    await other.setTags(second!.article_id, ['news', 'Mine']);
    to.advance(1);
    await other.api.call('setOpinion', {
      params: { article_id: third!.article_id },
      body: { opinion: 'down' },
    });
    await take(to, file);
    const after = await exported(to);
    expect(after.keywords).toContainEqual(expect.objectContaining({ text: 'harbour', weight: 9 }));
    expect(after.rules.map(({ name }) => name)).toEqual(['Article', 'Mine']);
    const marked = after.articles.find(({ article_id }) => article_id === second!.article_id);
    expect(marked?.tags).toEqual(['News', 'Mine', '気候']);
    const said = after.signals.find(({ article_id }) => article_id === third!.article_id);
    expect(said?.opinion).toBe('down');
  });

  it('keeps within the limits, and learns nothing where the reader does not want it', async () => {
    await fill(from);
    const file = await exported(from);
    const other = testReader(to);
    for (let n = 0; n < 49; n += 1) await other.addKeyword(`word ${n}`);
    expect(await take(to, file)).toMatchObject({
      keywords: { added: 1, known: 0, left_out: 1 },
      signals: { added: 0, left_out: 3 },
    });
    expect(await to.stores.learning.listSignals('local', 200)).toEqual([]);
  });
});

it.each<[string, unknown]>([
  ['another format', { format: 'omomi-export', version: 1, exported_at: '2026-03-01T08:00:00.000Z' }],
  ['a later version', { format: 'omomi-taste', version: 2, exported_at: '2026-03-01T08:00:00.000Z' }],
])('a file of %s is not taken in', (_, file) => {
  expect(taste.safeParse(file).success).toBe(false);
});

it('a file without parts is empty, and one with an unknown part is not taken in', () => {
  const exported_at = '2026-03-01T08:00:00.000Z';
  const file = { format: 'omomi-taste', version: 1, exported_at };
  expect(taste.safeParse({ ...file, later: 1 }).success).toBe(false);
  expect(taste.parse(file)).toEqual({
    format: 'omomi-taste',
    version: 1,
    exported_at,
    keywords: [],
    rules: [],
    tags: [],
    signals: [],
    articles: [],
  });
});
