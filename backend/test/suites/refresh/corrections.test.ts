import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { runs } from '../../harness/property-runs.ts';
import { testReader, type TestReader } from '../../harness/reader.ts';
import { articlePage } from '../../harness/servers/articles-web.ts';
import { rss, startFeedServer, type FeedServer, type RssItem } from '../../harness/servers/feed-server.ts';

let server: FeedServer;
beforeEach(async () => {
  server = await startFeedServer();
});
afterEach(() => server.close());

/** An item in one document: its place, and the versions of its title and text; null if it is not there. */
type Version = { link: number; title: number; text: number } | null;
/** The items of a feed, each with its versions in one document after the other. */
type History = Version[][];

const DOCUMENTS = 3;
const anyVersion: fc.Arbitrary<Version> = fc.option(
  fc.record({ link: fc.nat(3), title: fc.nat(2), text: fc.nat(2) }),
  { nil: null, freq: 5 },
);
const anyHistory: fc.Arbitrary<History> = fc.array(
  fc.array(anyVersion, { minLength: DOCUMENTS, maxLength: DOCUMENTS }),
  { minLength: 1, maxLength: 4 },
);
/** The feeds of a run have their documents fetched together. */
const FEEDS = 10;

const word = (feed: number, n: number, text: number) => `w${'abcdefghij'[feed]}${'klmn'[n]}${'xyz'[text]}q`;

const itemOf = (feed: number, n: number, { link, title, text }: NonNullable<Version>): RssItem => ({
  guid: `item-${n}`,
  link: `https://site-${feed}.example/${link}`,
  title: `Feed ${feed}, item ${n}, headline ${title}`,
  text: `<p>The text has the word ${word(feed, n, text)} in it.</p>`,
  date: new Date(Date.UTC(2026, 1, 20, 0, n)).toISOString(),
});

/** Returns the items of a history that are in a document, by their numbers. */
const documentOf = (history: History, feed: number, at: number): Map<number, RssItem> =>
  new Map(
    history.flatMap((versions, n): [number, RssItem][] => {
      const version = versions[at];
      return version ? [[n, itemOf(feed, n, version)]] : [];
    }),
  );

const found = async ({ api }: TestReader, q: string): Promise<string[]> => {
  const query = { q, order: 'relevance', limit: 20, tz: 'UTC' } as const;
  return (await api.call('searchArticles', { query })).items.map(({ article_id }) => article_id);
};

/** The last shown state of each item, by its number. The id is null if the last document lacked the item. */
type Shown = Map<number, { article_id: string | null; title: string; text: string }>;

/** Checks that every item of the document is shown once, as it is now. */
const checkShown = async (
  reader: TestReader,
  feed_id: string,
  document: Map<number, RssItem>,
  before: Shown,
): Promise<Shown> => {
  const rows = await reader.list({ feed_id });
  const absent = [...before].filter(([n]) => !document.has(n));
  const now: Shown = new Map(absent.map(([n, item]) => [n, { ...item, article_id: null }]));
  for (const [n, { title, link, text = '' }] of document) {
    const shown = rows.filter((row) => row.title === title);
    expect(shown).toMatchObject([{ excerpt: text.replaceAll(/<\/?p>/g, '') }]);
    const { article_id } = shown[0]!;
    now.set(n, { article_id, title, text });
    const last = before.get(n);
    expect(article_id).toBe(last?.article_id ?? article_id);
    // A change of the link alone may wait for the next one of the text.
    if (last?.title !== title || last.text !== text) expect(shown).toMatchObject([{ link }]);
    expect(await reader.open(article_id)).toMatchObject({ title, content: text });
    expect(await found(reader, /w[a-z]{4}/.exec(text)?.[0] ?? '')).toEqual([article_id]);
  }
  const ids = [...document.keys()].map((n) => now.get(n)?.article_id);
  expect(new Set(ids).size).toBe(document.size);
  return now;
};

const setDocuments = (histories: History[], at: number): void => {
  for (const [feed, history] of histories.entries())
    server.set(`/${feed}`, {
      body: rss([...documentOf(history, feed, at).values()], { site: `https://site-${feed}.example/` }),
    });
};

type Followed = { feed_id: string; shown: Shown };

/**
 * Follows a feed for each history, fetches one document after the other, and looks at what is shown each time. Returns
 * the feeds.
 */
const checkHistories = async (app: TestApp, histories: History[]): Promise<Followed[]> => {
  const reader = testReader(app);
  setDocuments(histories, 0);
  const feeds: Followed[] = [];
  for (const [feed] of histories.entries()) {
    const { feed_id } = await reader.follow(server.url(`/${feed}`));
    feeds.push({ feed_id, shown: new Map() });
  }
  await app.settle();
  for (let at = 0; at < DOCUMENTS; at++) {
    if (at > 0) {
      setDocuments(histories, at);
      app.advance(90);
      await reader.fetchAll();
    }
    for (const [n, feed] of feeds.entries())
      feed.shown = await checkShown(reader, feed.feed_id, documentOf(histories[n] ?? [], n, at), feed.shown);
  }
  return feeds;
};

describe('an item with a guid', { tags: ['long'] }, () => {
  it('is shown as its feed has it last, whatever of link, title and text changed at once', async () => {
    const anyHistories = fc.array(anyHistory, { minLength: 1, maxLength: FEEDS, size: 'max' });
    await fc.assert(
      fc.asyncProperty(anyHistories, async (histories) => {
        const app = await startTestApp();
        try {
          expect(await checkHistories(app, histories)).toHaveLength(histories.length);
        } finally {
          await app.close();
        }
      }),
      // Some five histories a run.
      { numRuns: runs(20) },
    );
  });
});

describe('a correction', () => {
  const first: RssItem = {
    guid: 'one',
    link: 'https://site.example/minister-quits',
    title: 'Minister quits',
    text: '<p>The minister has quit.</p>',
    date: '2026-02-20T00:00:00.000Z',
  };
  const corrected: RssItem = {
    ...first,
    link: 'https://site.example/minister-stays',
    title: 'Minister stays',
    text: '<p>The minister remains in office.</p>',
  };

  const inApp = async (
    run: (app: TestApp, publish: (path: string, item: RssItem) => void) => Promise<void>,
  ): Promise<void> => {
    const app = await startTestApp({ asksForPages: true });
    try {
      await run(app, (path, item) => server.set(path, { body: rss([item]) }));
    } finally {
      await app.close();
    }
  };

  it('of link, title and text at once is shown to every reader, and counted as a change', () =>
    inApp(async (app, publish) => {
      const readers = [testReader(app, 'anna'), testReader(app, 'ben')] as const;
      publish('/feed', first);
      for (const reader of readers) await reader.follow(server.url('/feed'));
      await app.settle();
      const [anna, ben] = readers;
      const [{ article_id } = { article_id: '' }] = await anna.list();
      await ben.setRead(article_id, true);
      await ben.setSaved(article_id, true);
      publish('/feed', corrected);
      app.advance(90);
      const { result } = await anna.fetchAll();
      expect(result).toMatchObject({ rows: [{ new_articles: 0, unchanged: 0 }] });
      const { title, link, text } = corrected;
      for (const reader of readers) expect(await reader.list()).toMatchObject([{ article_id, title, link }]);
      expect(await anna.open(article_id)).toMatchObject({ title, link, content: text });
      expect(await found(anna, 'stays')).toEqual([article_id]);
      expect(await found(anna, 'quit')).toEqual([]);
      // A saved article keeps its saved text; its row in the list follows the feed.
      expect(await ben.open(article_id)).toMatchObject({ title, link, content: first.text, is_read: true });
    }));

  it('of one feed leaves the article of another feed with the former link alone', () =>
    inApp(async (app, publish) => {
      const reader = testReader(app);
      publish('/a', first);
      publish('/b', { ...first, guid: 'b' });
      const ids: string[] = [];
      for (const path of ['/a', '/b']) {
        ids.push((await reader.follow(server.url(path))).feed_id);
        await app.settle();
      }
      publish('/b', { ...corrected, guid: 'b' });
      app.advance(90);
      await reader.fetchAll();
      // Both feeds carry the article, and the one that brought it first names it.
      expect(await reader.list()).toMatchObject([{ title: first.title, link: first.link }]);
      await reader.leave(ids[0]!);
      expect(await reader.list()).toMatchObject([{ title: corrected.title, link: corrected.link }]);
    }));

  it('of the link alone is shown, unless all links change', () =>
    inApp(async (app) => {
      const reader = testReader(app);
      const document = (count: number, path: string) =>
        rss(
          Array.from({ length: 12 }, (_, n) => ({
            guid: `guid-${n}`,
            link: `https://site.example/${n < count ? path : 'first'}/${n}`,
            title: `Article ${n}`,
            date: new Date(Date.UTC(2026, 1, 20, 0, n)).toISOString(),
          })),
        );
      const links = async () => {
        app.advance(90);
        await reader.fetchAll();
        const rows = await reader.list();
        return new Set(rows.map(({ link }) => link?.split('/')[3])).size === 2 ? 'some' : rows[0]?.link;
      };
      server.set('/feed', { body: document(0, '') });
      await reader.follow(server.url('/feed'));
      await app.settle();
      server.set('/feed', { body: document(5, 'second') });
      expect(await links()).toBe('some');
      server.set('/feed', { body: document(12, 'third') });
      expect((await reader.list()).map(({ link }) => link)).not.toContain('https://site.example/third/0');
    }));

  it('with another link has the text of the page at that link', () =>
    inApp(async (app, publish) => {
      const reader = testReader(app);
      const at = (path: string, item: RssItem): RssItem => ({ ...item, link: server.url(path) });
      server.set('/old', { body: articlePage('Old', { topic: 'resignation' }), type: 'text/html' });
      server.set('/new', { body: articlePage('New', { topic: 'denial' }), type: 'text/html' });
      server.set('/feed', { body: rss([]) });
      const { feed_id } = await reader.follow(server.url('/feed'));
      await reader.api.call('updateFeed', { params: { feed_id }, body: { text_mode: 'full' } });
      publish('/feed', at('/old', first));
      app.advance(90);
      await reader.fetchAll();
      const [{ article_id } = { article_id: '' }] = await reader.list();
      expect((await reader.open(article_id)).content).toContain('resignation');
      publish('/feed', at('/new', corrected));
      app.advance(90);
      await reader.fetchAll();
      expect((await reader.open(article_id)).content).toContain('denial');
    }));
});
