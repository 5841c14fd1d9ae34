import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  HIGHLIGHTS_PER_ARTICLE,
  newHighlight,
  type Highlight,
  type NewHighlight,
} from '../../../src/contract/index.ts';
import { parseFeed } from '../../../src/parser/parse-feed.ts';
import { createApiBrowser } from '../../harness/api/api-browser.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { sampleNewHighlight } from '../../harness/api/api-samples.ts';
import { testReader, type TestReader } from '../../harness/reader.ts';
import { sampleArticleId } from '../../harness/samples/storage-samples.ts';
import { numberedItem, rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

let app: TestApp;
let server: FeedServer;
beforeAll(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  server.set('/a', {
    body: rss(
      [1, 2, 3].map((n) => numberedItem(n)),
      { title: 'Harbour' },
    ),
  });
});
afterAll(() => Promise.all([app.close(), server.close()]));

let count = 0;
let reader: TestReader;
let ids: string[];
beforeEach(async () => {
  count += 1;
  reader = testReader(app, `marker${count}`);
  await reader.follow(server.url('/a'));
  await app.settle();
  ids = (await reader.list()).map(({ article_id }) => article_id);
});

const mark = (
  article_id: string,
  highlight_id: string,
  more: Partial<NewHighlight> = {},
): Promise<Highlight> =>
  reader.api.call('setHighlight', {
    params: { article_id, highlight_id },
    body: { ...sampleNewHighlight, ...more },
  });
const listed = async (): Promise<Highlight[]> =>
  (await reader.api.call('listHighlights', { query: {} })).items;
const hasHighlights = async () => (await reader.api.call('getPreferences')).has_highlights;

describe('highlights of a reader', () => {
  it('save their article, name it, change in place, and are the reader’s own', async () => {
    expect(await hasHighlights()).toBe(false);
    const made = await mark(ids[0]!, 'first0001', { note: '<b>Why?</b>' });
    const [row] = await reader.list();
    expect(made).toMatchObject({
      article_id: ids[0],
      title: row!.title,
      link: row!.link,
      feed_title: 'Harbour',
      note: '<b>Why?</b>',
    });
    expect(row).toMatchObject({ is_saved: true, expires_at: null });
    expect((await reader.list({ filter: 'saved' })).map(({ article_id }) => article_id)).toEqual([ids[0]]);
    expect(await mark(ids[0]!, 'first0001', { colour: 'pink', note: '' })).toEqual({
      ...made,
      colour: 'pink',
      note: '',
    });
    expect(await listed()).toMatchObject([{ colour: 'pink', note: '' }]);
    expect(await hasHighlights()).toBe(true);
    const other = testReader(app, 'someone');
    expect((await other.api.call('listHighlights', { query: {} })).items).toEqual([]);
  });

  it('outlive their article, which a change of theirs does not save again', async () => {
    await mark(ids[0]!, 'first0001');
    await reader.setSaved(ids[0]!, false);
    await mark(ids[0]!, 'first0001', { note: 'later' });
    expect((await reader.open(ids[0]!)).is_saved).toBe(false);
    app.advance(60 * 24 * 60);
    await reader.cleanUp();
    await expect(mark(ids[0]!, 'second001')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await mark(ids[0]!, 'first0001', { note: 'much later' })).toMatchObject({ feed_title: 'Harbour' });
    expect(await listed()).toMatchObject([{ note: 'much later' }]);
    const remove = () =>
      reader.api.call('deleteHighlight', { params: { article_id: ids[0]!, highlight_id: 'first0001' } });
    await remove();
    await expect(remove()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await listed()).toEqual([]);
  });

  it('have bounds: so many of an article, so many characters, not made in the future', async () => {
    await expect(mark(sampleArticleId(99), 'first0001')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const future = await mark(ids[0]!, 'future001', { made_at: '2999-01-01T00:00:00.000Z' });
    expect(future.made_at).toBe(app.now().toISOString());
    for (let n = 1; n < HIGHLIGHTS_PER_ARTICLE; n += 1) await mark(ids[0]!, `highlight${n}`);
    await expect(mark(ids[0]!, 'onetoomany')).rejects.toMatchObject({
      code: 'HIGHLIGHT_LIMIT',
      details: { limit: HIGHLIGHTS_PER_ARTICLE },
    });
    expect(await mark(ids[0]!, 'future001', { note: 'still changes' })).toMatchObject({
      note: 'still changes',
    });
    await mark(ids[1]!, 'another01');
    expect((await reader.open(ids[2]!)).is_saved).toBe(false);
    const first = await reader.api.call('listHighlights', { query: {} });
    expect(first.items).toHaveLength(HIGHLIGHTS_PER_ARTICLE + 1);
    const wrong = [
      { quote: ' \u200b' },
      { quote: 'x'.repeat(2001) },
      { note: 'x'.repeat(2001) },
      { prefix: 'x'.repeat(33) },
      { start: -1 },
      { colour: 'red' },
      { made_at: 'today' },
    ];
    for (const each of wrong)
      expect(newHighlight.safeParse({ ...sampleNewHighlight, ...each }).success).toBe(false);
  });

  it('are a feed at an address of their own: quote, note and article, the newest first, all as text', async () => {
    // Without sign-in, an address is valid for the local reader alone.
    reader = testReader(app, 'local');
    await reader.follow(server.url('/a'));
    await app.settle();
    const list = { kind: 'highlights' } as const;
    const made = await reader.api.call('createFeedAddress', { body: { name: 'notes', list } });
    const evil = `<script>alert(1)</script> ]]> & "重み"`;
    await mark(ids[0]!, 'first0001', { quote: evil, note: evil });
    await mark(ids[1]!, 'second001', { made_at: '2020-01-01T00:00:00.000Z' });
    const browser = createApiBrowser(app.api);
    const atom = await browser.get(made.atom_path!);
    const json = JSON.parse((await browser.get(made.json_path!)).text);
    const feed = await parseFeed(new TextEncoder().encode(atom.text), String(atom.headers['content-type']));
    expect(feed.title).toBe('Omomi: Highlights');
    expect(feed.items.map(({ guid, title, author }) => [guid, title, author])).toEqual(
      [ids[0], ids[1]].map((id, at) => [
        `urn:omomi:highlight:${id}:${at === 0 ? 'first0001' : 'second001'}`,
        `Article ${3 - at}`,
        'Harbour',
      ]),
    );
    expect(json.home_page_url).toMatch(/\/#highlights$/);
    expect(json.items[0].content_html).toBe(
      '<blockquote><p>&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; &amp; &quot;重み&quot;</p></blockquote><p>&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; &amp; &quot;重み&quot;</p>',
    );
    expect(atom.text).not.toContain('<script');
  });

  it('come in pages and in the export, and are gone after leaving', async () => {
    const put = (n: number) =>
      app.stores.highlights.put({
        ...sampleNewHighlight,
        user_id: reader.user_id,
        article_id: sampleArticleId(1 + (n % 7)),
        highlight_id: `highlight${n}`,
        title: 'One',
        link: null,
        feed_title: '',
      });
    for (let n = 0; n < 401; n += 1) await put(n);
    const sizes: number[] = [];
    let cursor = '';
    const seen = new Set<string>();
    do {
      const query = cursor === '' ? {} : { cursor };
      const page = await reader.api.call('listHighlights', { query });
      sizes.push(page.items.length);
      for (const { highlight_id } of page.items) seen.add(highlight_id);
      cursor = page.next_cursor ?? '';
    } while (cursor !== '');
    expect([sizes, seen.size]).toEqual([[200, 200, 1], 401]);
    await expect(reader.api.call('listHighlights', { query: { cursor: 'x' } })).rejects.toMatchObject({
      code: 'INVALID_CURSOR',
    });
    const exported = await reader.api.call('exportAccount', { query: {} });
    expect(exported.highlights).toHaveLength(401);
    expect(exported.highlights[0]).not.toHaveProperty('user_id');
    expect(exported.account?.preferences.has_highlights).toBe(true);
  });
});
