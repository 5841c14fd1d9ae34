import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FetchRow } from '../../../src/contract/index.ts';
import { readEnvironment } from '../../../src/config/env.ts';
import { settings } from '../../../src/config/settings.ts';
import { sendBy } from '../../../src/queues/outgoing.ts';
import { ingest } from '../../../src/refresh/intake/ingest.ts';
import type { ParsedFeed, ParsedItem } from '../../../src/parser/fields/parsed-feed.ts';
import { inThreadParser } from '../../harness/in-thread-parser.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { rss, startFeedServer, type FeedServer, type RssItem } from '../../harness/servers/feed-server.ts';
import { testReader } from '../../harness/reader.ts';

let app: TestApp;
let server: FeedServer;
beforeEach(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
});
afterEach(() => Promise.all([app.close(), server.close()]));

const reader = () => testReader(app);
const fetchRow = async (): Promise<FetchRow> => {
  const job = await reader().fetchAll();
  expect(job.state).toBe('done');
  return (job.result!['rows'] as FetchRow[])[0]!;
};
const follow = async (items: RssItem[]): Promise<string> => {
  server.set('/feed', { body: rss(items) });
  const { feed_id } = await reader().follow(server.url('/feed'));
  await app.settle();
  return feed_id;
};
const fetchAgain = (items: RssItem[]): Promise<FetchRow> => {
  server.set('/feed', { body: rss(items) });
  app.advance(90);
  return fetchRow();
};

const numbered = (count: number, named: (n: number) => Partial<RssItem>): RssItem[] =>
  Array.from({ length: count }, (_, n) => ({
    title: `Article ${n}`,
    text: `<p>The text of article ${n}.</p>`,
    date: new Date(Date.UTC(2026, 1, 20, 0, n)).toISOString(),
    ...named(n),
  }));

describe('a post without a title', () => {
  it('is named by its first sentence, and its row goes on after it', async () => {
    const post = (n: number, text: string): RssItem => ({
      title: '',
      link: `https://site.example/${n}`,
      guid: `${n}`,
      text,
    });
    await follow([
      post(1, '<p>The harbour is open again. Ferries leave at noon.</p><p>Bring a coat.</p>'),
      post(2, '<p>Nothing but one sentence</p>'),
    ]);
    const items = await reader().list();
    const shown = items.map(({ title, excerpt }) => ({ title, excerpt }));
    expect(shown).toContainEqual({
      title: 'The harbour is open again.',
      excerpt: 'Ferries leave at noon. Bring a coat.',
    });
    expect(shown).toContainEqual({ title: 'Nothing but one sentence', excerpt: '' });
  });
});

describe('what a feed leaves out', () => {
  it('is told by reason with the feed, until a document brings all of its items', async () => {
    const items = numbered(60, (n) => ({ guid: `guid-${n}`, link: `https://site.example/${n}` }));
    const endless: RssItem = {
      title: 'Endless',
      guid: 'g'.repeat(3000),
      link: 'https://site.example/endless',
    };
    const [first] = numbered(1, () => ({
      guid: 'first',
      link: 'https://site.example/first',
      title: 'First',
    }));
    const feedId = await follow([first!]);
    await fetchAgain([...items, endless]);
    const told = async () => {
      const { left_out, unprocessable_items } = await reader().feed(feedId);
      return { ...left_out, unprocessable_items };
    };
    expect(await told()).toEqual({ over_limit: 10, too_large: 1, unreadable: 0, unprocessable_items: 1 });
    const next = numbered(1, () => ({ guid: 'next', link: 'https://site.example/next', title: 'Next' }));
    await fetchAgain([...next, ...items]);
    expect(await told()).toMatchObject({ over_limit: 10 });
    // A left-out item stays one when it changes, and no longer counts once the document has dropped it.
    await fetchAgain([
      ...items.slice(0, 3).map((item) => ({ ...item, title: 'Changed' })),
      ...items.slice(5),
    ]);
    expect(await told()).toMatchObject({ over_limit: 8 });
    await fetchAgain(items.slice(10, 30));
    expect(await told()).toEqual({ over_limit: 0, too_large: 0, unreadable: 0, unprocessable_items: 0 });
  });
});

describe('what a feed says', () => {
  it('of itself and of an article is kept and shown, also of a saved one whose feed is left', async () => {
    const document = rss([{ title: 'One', guid: 'one', link: 'https://site.example/1' }])
      .replace('<item>', '<description>All that is new.</description><language>en-GB</language><item>')
      .replace('</item>', '<category>Sea</category><category>Air</category></item>');
    server.set('/feed', { body: document });
    const { feed_id } = await reader().follow(server.url('/feed'));
    await app.settle();
    expect(await reader().feed(feed_id)).toMatchObject({
      description: 'All that is new.',
      language: 'en-GB',
    });
    const [row] = await reader().list();
    const params = { article_id: row!.article_id };
    const categories = async () => (await reader().api.call('getArticle', { params })).categories;
    expect(await categories()).toEqual(['Sea', 'Air']);
    await reader().setSaved(row!.article_id, true);
    await reader().leave(feed_id);
    expect(await categories()).toEqual(['Sea', 'Air']);
  });
});

describe('an item that changes', () => {
  const item = (text: string): RssItem => ({
    title: 'One',
    guid: 'one',
    link: 'https://site.example/1',
    text,
  });

  it('shows the beginning of its new text in the list, although its title stays', async () => {
    await follow([item('<p>The first version of the text.</p>')]);
    await fetchAgain([item('<p>The other version of the text.</p>')]);
    await app.settle();
    expect((await reader().list()).map(({ excerpt }) => excerpt)).toEqual(['The other version of the text.']);
    const long = 'A much longer version of the text. '.repeat(20);
    await fetchAgain([item(`<p>The other version of the text. ${long}</p>`)]);
    await app.settle();
    const [row] = await reader().list();
    expect(row?.excerpt).toMatch(/^The other version of the text\. A much longer/);
  });
});

describe('the date of an item', () => {
  const dated = (date?: string): RssItem => ({
    title: 'One',
    guid: 'one',
    link: 'https://site.example/1',
    ...(date === undefined ? {} : { date }),
  });
  const told = async () =>
    (await reader().list()).map(({ published_at, is_date_estimated }) => ({
      isNow: published_at === app.now().toISOString(),
      is_date_estimated,
    }));

  it.each([
    ['as estimated if it lies in the future', '2031-01-01T00:00:00.000Z', true],
    ['as estimated if there is none', undefined, true],
  ])('is told %s', async (_, date, is_date_estimated) => {
    await follow([dated(date)]);
    expect(await told()).toEqual([{ isNow: true, is_date_estimated }]);
  });

  it('is told as the feed’s own if it lies in the past', async () => {
    await follow([dated('2024-05-01T08:00:00.000Z')]);
    expect(await told()).toEqual([{ isNow: false, is_date_estimated: false }]);
  });

  it('makes the newest one the time of the feed’s last article, although all of them arrived now', async () => {
    const feedId = await follow([dated('2024-05-01T08:00:00.000Z')]);
    expect(await reader().feed(feedId)).toMatchObject({ feed_last_updated: '2024-05-01T08:00:00.000Z' });
    await fetchAgain([dated('2024-05-01T08:00:00.000Z'), { title: 'Two', guid: 'two', date: '2026-02-01' }]);
    expect(await reader().feed(feedId)).toMatchObject({ feed_last_updated: '2026-02-01T00:00:00.000Z' });
    await fetchAgain([dated('2024-05-01T08:00:00.000Z')]);
    expect(await reader().feed(feedId)).toMatchObject({ feed_last_updated: '2026-02-01T00:00:00.000Z' });
  });

  it('leaves the time of arrival as that of a feed whose items have none', async () => {
    const feedId = await follow([dated()]);
    expect((await reader().feed(feedId)).feed_last_updated).toBe(app.now().toISOString());
  });
});

describe('a feed that renames its items', () => {
  const before = (n: number) => ({ guid: `guid-${n}`, link: `https://site.example/${n}` });

  it.each([
    ['guids', (n: number) => ({ guid: `urn:${n}`, link: `https://site.example/${n}` })],
    ['guids and paths', (n: number) => ({ guid: `urn:${n}`, link: `https://site.example/posts/${n}` })],
    [
      'guids, with texts that are corrected too',
      (n: number) => ({ ...before(n), guid: `urn:${n}`, text: 'Corrected' }),
    ],
    ['paths', (n: number) => ({ guid: `guid-${n}`, link: `https://site.example/posts/${n}` })],
    ['host', (n: number) => ({ guid: `guid-${n}`, link: `https://new.example/${n}` })],
    ['guids and host', (n: number) => ({ guid: `urn:${n}`, link: `https://new.example/${n}` })],
  ])('adds nothing when 120 items change their %s', async (_, after) => {
    await follow(numbered(120, before));
    const rows = await reader().list();
    expect(rows).toHaveLength(120);
    expect(await fetchAgain(numbered(120, after))).toMatchObject({
      total: 120,
      new_articles: 0,
      left_out: 0,
    });
    expect((await reader().list()).map(({ article_id }) => article_id)).toEqual(
      rows.map(({ article_id }) => article_id),
    );
    // Items that return to their old names are not new either.
    expect(await fetchAgain([...numbered(120, before), { title: 'Last', guid: 'last' }])).toMatchObject({
      new_articles: 1,
    });
  });

  it.each([
    ['with dates', true],
    ['without dates', false],
  ])('adds nothing when 120 items %s change guids, then paths, then the host', async (_, isDated) => {
    const all = (origin: string, prefix: string): RssItem[] =>
      numbered(120, (n) => ({ guid: `${prefix}${n}`, link: `${origin}${n}` })).map(({ date, ...item }) => ({
        ...item,
        ...(isDated && date !== undefined ? { date } : {}),
      }));
    await follow(all('https://site.example/', 'guid-'));
    const ids = (await reader().list()).map(({ article_id }) => article_id).toSorted();
    for (const [origin, prefix] of [
      ['https://site.example/', 'urn:'],
      ['https://site.example/posts/', 'urn:'],
      ['https://site.example/archive/', 'https://site.example/archive/'],
      ['https://new.example/archive/', 'https://new.example/archive/'],
    ] as const)
      expect({ origin, ...(await fetchAgain(all(origin, prefix))) }).toMatchObject({
        total: 120,
        new_articles: 0,
      });
    expect((await reader().list()).map(({ article_id }) => article_id).toSorted()).toEqual(ids);
  });

  it('distinguishes two posts with the same text on different days, and two undated ones', async () => {
    const post = (guid: string, date?: string): RssItem => ({
      title: 'Photo',
      guid,
      link: `https://site.example/${guid}`,
      ...(date === undefined ? {} : { date }),
    });
    await follow([post('a', '2026-02-20T00:00:00.000Z'), post('b')]);
    const row = await fetchAgain([post('c', '2026-02-21T00:00:00.000Z'), post('d')]);
    expect(row).toMatchObject({ new_articles: 2 });
    expect(await reader().list()).toHaveLength(4);
  });

  it('shows the next issue at an address whose last one has expired', async () => {
    const issue = (n: number): RssItem => ({
      title: `Issue ${n}`,
      guid: `issue-${n}`,
      link: 'https://site.example/weekly',
    });
    await follow([issue(1)]);
    app.advance(8 * 24 * 60);
    await app.cleanup();
    await app.stores.entries.delete(
      'local',
      (await app.stores.entries.scan('local', null, 9))[0]?.article_id ?? '1',
    );
    const [stale] = await app.stores.feeds.listAll();
    const ids = (await app.dump()).filter(({ PK }) => String(PK).startsWith('ARTICLE#'));
    for (const { PK } of ids)
      await app.stores.articles.deleteMany([
        { article_id: String(PK).slice('ARTICLE#'.length), feed_id: stale!.feed_id },
      ]);
    expect(await fetchAgain([issue(2)])).toMatchObject({ new_articles: 1 });
    expect((await reader().list()).map(({ title }) => title)).toEqual(['Issue 2']);
  });
});

describe('a feed with 1,900 new items at each fetch', () => {
  it('adds the newest 50, reports how many were left out, and does not add those later', async () => {
    const round = (name: string, count: number) =>
      numbered(count, (n) => ({
        title: `${name} ${n}`,
        guid: `${name}-${n}`,
        text: `<p>${name} ${n}</p>`,
        date: new Date(Date.UTC(2026, 1, 1, 0, n)).toISOString(),
      }));
    await follow(numbered(1, (n) => ({ guid: String(n) })));
    const newest = round('a', 1900);
    expect(await fetchAgain(newest)).toMatchObject({
      outcome: 'updated',
      total: 1900,
      new_articles: 50,
      left_out: 1850,
      unprocessable: 0,
      unchanged: 0,
      why: expect.stringContaining('50'),
    });
    expect(
      (await reader().list()).map(({ title }) => title).filter((title) => title.startsWith('a ')),
    ).toEqual(Array.from({ length: 50 }, (_, at) => `a ${1899 - at}`));
    const next = [...newest, { title: 'One more', guid: 'one more', date: '2026-02-27T00:00:00.000Z' }];
    expect(await fetchAgain(next)).toMatchObject({
      new_articles: 1,
      left_out: 0,
      unchanged: 1900,
      why: null,
    });
  });
});

describe('an item that cannot be processed', () => {
  const item = (n: number, named: Partial<ParsedItem> = {}): ParsedItem => ({
    guid: `guid-${n}`,
    link: `https://site.example/${n}`,
    title: `Article ${n}`,
    content: `<p>The text of article ${n}.</p>`,
    summary: null,
    author: null,
    categories: [],
    published_at: new Date(Date.UTC(2026, 1, 20, 0, n)).toISOString(),
    updated_at: null,
    enclosures: [],
    image_url: null,
    ...named,
  });
  const document = (items: ParsedItem[]): ParsedFeed => ({
    format: 'rss',
    title: 'A feed',
    description: null,
    site_url: 'https://site.example/',
    language: null,
    icon_url: null,
    hub_url: null,
    self_url: null,
    hints: { ttl_minutes: null, skip_hours: [] },
    items,
    left_out: [],
  });
  /** Returns an item whose content throws when it is read. */
  const broken = (n: number): ParsedItem => ({
    ...item(n),
    get content(): string {
      throw new RangeError('Maximum call stack size exceeded');
    },
  });

  it('is left out and counted while the others arrive, and arrives once it can be processed', async () => {
    const feedId = await follow([]);
    const ctx = {
      ...app.stores,
      now: app.now,
      log: app.log,
      parser: inThreadParser,
      sendFetch: async () => {},
      sendScore: sendBy(async (messages) => {
        app.queues.score.push(
          ...messages.map((message) => ({ ...message, id: `${Math.random()}`, receives: 0 })),
        );
      }),
      settings: readEnvironment(settings, {}),
    };
    const take = (items: ParsedItem[]) =>
      ingest(ctx, { feedId, isPrivate: false, documentUrl: server.url('/feed'), parsed: document(items) });
    const endless = `https://site.example/${'a'.repeat(420_000)}`;
    const taken = await take([item(1), broken(2), item(3, { link: endless }), item(4)]);
    await app.settle();
    expect(taken).toMatchObject({
      total: 4,
      new_articles: 2,
      left_out: 2,
      unprocessable: 2,
      too_large: 1,
    });
    expect((await reader().list()).map(({ title }) => title)).toEqual(['Article 4', 'Article 1']);
    expect(app.deadLetters).toEqual([]);

    app.advance(90);
    expect(await take([item(1), item(2), item(3), item(4)])).toMatchObject({ new_articles: 2, left_out: 0 });
    await app.settle();
    expect(await reader().list()).toHaveLength(4);
  });
});
