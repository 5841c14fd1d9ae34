import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleRow, SearchOrder, SearchPage } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { functionUrlEvent, lambdaContext } from '../../harness/api/function-url-event.ts';
import { testReader, type TestReader } from '../../harness/reader.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

let app: TestApp;
let server: FeedServer;
let anna: TestReader;
let ben: TestReader;
beforeEach(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  anna = testReader(app, 'anna');
  ben = testReader(app, 'ben');
});
afterEach(() => Promise.all([app.close(), server.close()]));

type Item = { title: string; text: string; author?: string; categories?: string[]; minute?: number };

const publish = (path: string, items: Item[], title = path.slice(1)) =>
  server.set(path, {
    body: rss(
      items.map(({ minute, ...item }, at) => ({
        ...item,
        link: `https://site.example${path}/${item.title}`,
        guid: `${path}-${item.title}`,
        date: new Date(Date.UTC(2026, 1, 28, 8, minute ?? at)).toISOString(),
      })),
      { title, site: `https://${title}.example/` },
    ),
  });

const follow = async (reader: TestReader, path: string, folder?: string) => {
  const feed = await reader.follow(server.url(path), folder);
  await app.settle();
  return feed;
};

const ask = (
  reader: TestReader,
  q: string,
  more: { order?: SearchOrder; limit?: number; cursor?: string; tz?: string } = {},
): Promise<SearchPage> =>
  reader.api.call('searchArticles', { query: { q, order: 'relevance', limit: 20, tz: 'UTC', ...more } });
const titles = async (reader: TestReader, q: string): Promise<string[]> =>
  (await ask(reader, q)).items.map(({ title }) => title).toSorted();

const texts: Item[] = [
  { title: 'Harvest', text: '<p>The <b>apples</b> of the valley are ripe.</p>', author: 'Ada Lovelace' },
  { title: '東京の天気', text: '<p>今日の京都は晴れです。</p>', categories: ['Weather'] },
  { title: 'Volcano', text: '<p>An eruption darkened the valley.</p>' },
];

describe('a search', () => {
  it('finds titles, texts, authors, categories and feeds, and tells the places that match', async () => {
    publish('/news', texts, 'Morning News');
    const { feed_id } = await follow(anna, '/news');
    const found = await ask(anna, 'valley apples');
    expect(found).toMatchObject({
      total: 1,
      has_more: false,
      next_cursor: null,
      indexed: { articles: 3, of: 3 },
      facets: {
        feeds: [{ feed_id, title: 'Morning News', count: 1 }],
        states: { unread: 1, read: 0, saved: 0 },
      },
    });
    const [{ match }] = found.items as [SearchPage['items'][number]];
    expect(match.text.ranges.map(([from, to]) => match.text.text.slice(from, to))).toEqual([
      'apples',
      'valley',
    ]);
    expect(await titles(anna, '京都')).toEqual(['東京の天気']);
    expect(await titles(anna, 'author:lovelace')).toEqual(['Harvest']);
    expect(await titles(anna, 'weather')).toEqual(['東京の天気']);
    expect(await titles(anna, 'feed:morning valley')).toEqual(['Harvest', 'Volcano']);
    expect(await titles(anna, 'valley -apples')).toEqual(['Volcano']);
  });

  it('finds nothing of what another reader has', async () => {
    publish('/news', texts);
    publish('/private', [{ title: 'Secret apples', text: '<p>apples for Ben alone</p>' }]);
    await follow(anna, '/news');
    await follow(ben, '/private');
    expect(await titles(ben, 'apples')).toEqual(['Secret apples']);
    expect(await titles(anna, 'apples')).toEqual(['Harvest']);
    const [secret] = (await ask(ben, 'apples')).items;
    expect(await titles(anna, `like:${secret!.article_id}`)).toEqual([]);
    await expect(
      anna.api.call('listRelated', { params: { article_id: secret!.article_id }, query: { limit: 6 } }),
    ).rejects.toThrow('no article with this id');
  });

  it('shows what the reader did a moment ago, in this process at once', async () => {
    publish('/news', texts);
    await follow(anna, '/news');
    const [{ article_id }] = (await ask(anna, 'apples')).items as [SearchPage['items'][number]];
    await anna.setRead(article_id, true);
    expect(await titles(anna, 'is:read')).toEqual(['Harvest']);
    expect((await ask(anna, 'valley')).facets.states).toEqual({ unread: 1, read: 1, saved: 0 });
    await anna.setSaved(article_id, true);
    expect(await titles(anna, 'is:saved valley')).toEqual(['Harvest']);
  });

  it('sees what came from elsewhere ten seconds later', async () => {
    publish('/news', texts);
    await follow(anna, '/news');
    expect(await titles(anna, 'valley')).toHaveLength(2);
    publish('/news', [...texts, { title: 'New', text: '<p>Snow in the valley.</p>' }]);
    await app.as('ben').call('addFeed', { body: { url: server.url('/news') } });
    await app.settle();
    await app.stores.entries.change('anna', (await anna.list())[0]!.article_id, (entry) => ({
      ...entry,
      is_read: true,
    }));
    expect(await titles(anna, 'is:read')).toEqual([]);
    app.advance(1 / 6);
    expect(await titles(anna, 'is:read')).toHaveLength(1);
  });

  it('goes on with what has the most of the words where few articles have them all, and says so', async () => {
    publish('/news', [
      { title: 'One', text: '<p>valley apples harvest</p>' },
      { title: 'Two', text: '<p>valley apples</p>' },
      { title: 'Three', text: '<p>apples harvest snow</p>' },
      { title: 'Four', text: '<p>snow</p>' },
    ]);
    const { feed_id } = await follow(anna, '/news', 'Papers');
    /** The titles of what has all words and of what has some, and the numbers of both. */
    const found = async (q: string, more: Parameters<typeof ask>[2] = {}) => {
      const page = await ask(anna, q, more);
      const titles = (has: boolean) =>
        page.items.flatMap(({ title, has_all }) => (has_all === has ? [title] : []));
      return { all: titles(true).toSorted(), some: titles(false), counts: [page.total, page.partial] };
    };
    expect(await found('valley apples ')).toEqual({
      all: ['One', 'Two'],
      some: ['Three'],
      counts: [2, 1],
    });
    // The rarer words count more: valley and harvest are in two texts, apples is in three.
    expect(await found('valley harvest apples volcano ')).toEqual({
      all: [],
      some: ['One', expect.any(String), expect.any(String)],
      counts: [0, 3],
    });
    expect((await found('apples snow valley ')).some.slice(-1)).toEqual(['Four']);
    // Words of grammar are not demanded, in Japanese neither; alone they are what is looked for.
    expect(await found('what is in the valley? ')).toMatchObject({ all: ['One', 'Two'], some: [] });
    expect(await found('the ')).toMatchObject({ all: [], some: [] });
    // Phrases, fields, exclusions, feeds and states hold in all that is listed.
    expect(await found('"apples harvest" volcano ')).toMatchObject({ all: [], counts: [0, 2] });
    expect(await found('title:four apples ')).toMatchObject({ all: [], some: ['Four'] });
    expect(await found('valley snow -harvest ')).toMatchObject({ all: [], counts: [0, 2] });
    expect(await found('is:read valley volcano ')).toMatchObject({ counts: [0, 0] });
    expect(await found('feed:other valley apples ')).toMatchObject({ counts: [0, 0] });
    expect(await found('folder:papers snow volcano ')).toMatchObject({ counts: [0, 2] });
    expect(await found('valley (volcano OR lava) ')).toMatchObject({ counts: [0, 0] });
    // A word of several parts is looked for by these too.
    expect(await found('apple-snow ')).toMatchObject({ all: [], counts: [0, 4] });
    expect(await found('volcano ')).toMatchObject({ counts: [0, 0] });
    // Counts by feed and state, saved searches and marking are of what has all words.
    const first = await ask(anna, 'valley apples ', { order: 'time', limit: 2 });
    expect(first).toMatchObject({ has_more: true, facets: { feeds: [{ feed_id, count: 2 }] } });
    const next = { order: 'time', limit: 2, cursor: first.next_cursor ?? '' } as const;
    expect(await found('valley apples ', next)).toEqual({ all: [], some: ['Three'], counts: [2, 1] });
    expect(first.items[0]?.match.text.ranges).toHaveLength(2);
    await anna.api.call('addSearch', { body: { name: 'x', q: 'valley snow', order: 'time' } });
    await anna.api.call('addSearch', { body: { name: 'y', q: 'the valley', order: 'time' } });
    expect((await anna.api.call('countSearches')).items).toMatchObject([
      { unread_count: 0 },
      { unread_count: 2 },
    ]);
    const body = { q: 'valley snow', as_of: app.now().toISOString(), tz: 'UTC' };
    expect((await anna.api.call('markFound', { body })).article_ids).toEqual([]);
  });

  it('counts days in the time zone of the request, on every page', async () => {
    publish('/news', [
      { title: 'Before', text: '<p>valley</p>', minute: -8 * 60 - 1 },
      { title: 'First', text: '<p>valley</p>', minute: -8 * 60 },
      { title: 'Second', text: '<p>valley</p>', minute: -60 },
    ]);
    await follow(anna, '/news');
    const after = 'valley after:2026-02-28';
    expect(await titles(anna, after)).toEqual(['First', 'Second']);
    const inTokyo = await ask(anna, after, { tz: 'Asia/Tokyo', order: 'time', limit: 2 });
    expect(inTokyo.total).toBe(3);
    expect((await ask(anna, 'valley before:2026-02-28', { tz: 'America/New_York' })).total).toBe(2);
    const rest = { order: 'time', limit: 2, cursor: inTokyo.next_cursor ?? '' } as const;
    expect((await ask(anna, after, { ...rest, tz: 'Asia/Tokyo' })).items).toMatchObject([
      { title: 'Before' },
    ]);
    await expect(ask(anna, after, rest)).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
  });

  it.each(['Mars/Phobos', '', 'Asia', '../etc/passwd', 'x'.repeat(100_000), 'Etc/Unknown'])(
    'names a time zone that is none: %.20s',
    async (tz) => {
      const path = `/api/search?q=valley&tz=${encodeURIComponent(tz)}`;
      const { statusCode, body = '' } = await app.api(functionUrlEvent({ path }), lambdaContext());
      expect(statusCode).toBe(400);
      expect(JSON.parse(body)).toMatchObject({
        error: {
          code: 'VALIDATION_FAILED',
          details: [{ path: 'tz', message: expect.stringContaining('such as Asia/Tokyo') }],
        },
      });
    },
  );

  it.each([
    ['an open quote', '"not closed', 'unclosed_quote'],
    ['a field that does not exist', 'foo:bar', 'unknown_field'],
    ['a date that is none', 'after:yesterdayish', 'bad_date'],
    ['nothing', '', 'empty'],
    ['a million parentheses', '('.repeat(1_000_000), 'too_long'],
    ['a million characters of fields', 'title:'.repeat(200_000), 'too_long'],
  ])('refuses %s', async (_name, q, reason) => {
    await expect(ask(anna, q)).rejects.toMatchObject({ code: 'INVALID_QUERY', details: { reason } });
  });
});

describe('a changed text', () => {
  const serve = (text: string) => publish('/news', [{ title: 'A story', text: `<p>${text}</p>` }]);
  const beginning = 'Nothing in the first lines of this story ever changes, whoever looks at it. '.repeat(60);

  it('is found although nothing else of the row changed', async () => {
    serve(`${beginning} apples`);
    const { feed_id } = await follow(anna, '/news');
    expect(await titles(anna, 'apples')).toEqual(['A story']);
    serve(`${beginning} cherry`);
    app.advance(90);
    await anna.api.call('fetchFeeds', { body: { feed_id } });
    await app.settle();
    expect(await titles(anna, 'cherry')).toEqual(['A story']);
    expect(await titles(anna, 'apples')).toEqual([]);
  });

  it('costs the reader who never searched no write', async () => {
    serve(`${beginning} apples`);
    const { feed_id } = await follow(anna, '/news');
    const [{ article_id }] = (await anna.list()) as [ArticleRow];
    const rev = async () => (await anna.items(`ENTRY#${article_id}`))[0]!['rev'];
    const before = await rev();
    serve(`${beginning} cherry`);
    app.advance(90);
    await anna.api.call('fetchFeeds', { body: { feed_id } });
    await app.settle();
    expect(await rev()).toBe(before);
  });
});
