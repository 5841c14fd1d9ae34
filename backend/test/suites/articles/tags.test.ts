import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { articleTags, TAG_BYTES, TAGGED_AT_ONCE } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { runs } from '../../harness/property-runs.ts';
import { testReader, type TestReader } from '../../harness/reader.ts';
import { sampleEntry, sampleArticleId, sampleTime } from '../../harness/samples/storage-samples.ts';
import { numberedItem, rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

let app: TestApp;
let server: FeedServer;
beforeAll(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  server.set('/a', { body: rss([1, 2, 3, 4, 5].map((n) => numberedItem(n))) });
});
afterAll(() => Promise.all([app.close(), server.close()]));

let count = 0;
let reader: TestReader;
let ids: string[];
beforeEach(async () => {
  count += 1;
  reader = testReader(app, `tagger${count}`);
  await reader.follow(server.url('/a'));
  await app.settle();
  ids = (await reader.list()).map(({ article_id }) => article_id);
});

const listed = async (tag: string, more = {}): Promise<string[]> =>
  (await reader.list({ tag, ...more })).map(({ article_id }) => article_id);

describe('tags of a reader', () => {
  it('list their articles in each order, state and page, are counted, and are the reader’s own', async () => {
    const [first, second, third] = ids;
    await reader.setTags(first!, ['気候', 'to do']);
    const row = await reader.setTags(second!, ['気候']);
    expect(row).toMatchObject({ own_tags: ['気候'], is_saved: false, expires_at: null });
    await reader.setSaved(third!, true);
    await reader.setRead(second!, true);

    expect(await listed('気候')).toEqual([first, second]);
    expect(await listed('to do')).toEqual([first]);
    expect(await listed('気候', { filter: 'unread' })).toEqual([first]);
    expect(await listed('気候', { filter: 'read' })).toEqual([second]);
    expect((await listed('気候', { sort: 'importance_score' })).toSorted()).toEqual(
      [first!, second!].toSorted(),
    );
    expect(await listed('気候', { filter: 'saved' })).toEqual([]);
    expect((await reader.list({ filter: 'saved' })).map(({ article_id }) => article_id)).toEqual([third]);
    const query = { sort: 'published_at', filter: 'all', limit: 1, tag: '気候' } as const;
    const page = await reader.api.call('listArticles', { query });
    const next = await reader.api.call('listArticles', {
      query: { ...query, cursor: page.next_cursor ?? '' },
    });
    expect([page, next].map(({ items, has_more }) => [items[0]?.article_id, has_more])).toEqual([
      [first, true],
      [second, false],
    ]);
    await expect(
      reader.api.call('listArticles', { query: { ...query, tag: 'other', cursor: page.next_cursor ?? '' } }),
    ).rejects.toMatchObject({ code: 'INVALID_CURSOR' });

    expect(await reader.tags()).toEqual([
      { name: 'to do', article_count: 1 },
      { name: '気候', article_count: 2 },
    ]);
    expect(await testReader(app, 'someone').tags()).toEqual([]);
  });

  it('list, as Saved does, what was kept last first; what is saved again with its time is in its place again', async () => {
    const [first, second, third, fourth] = ids as [string, string, string, string];
    const times: string[] = [];
    const later = (): string => {
      app.advance(1);
      times.push(app.now().toISOString());
      return times.at(-1)!;
    };
    const saved = async (more = {}): Promise<string[]> =>
      (await reader.list({ filter: 'saved', ...more })).map(({ article_id }) => article_id);

    const at = later();
    expect(await reader.setSaved(second, true)).toMatchObject({ saved_at: at });
    later();
    await reader.setTags(fourth, ['気候']);
    later();
    await reader.setSaved(third, true);
    later();
    await reader.setSaved(first, true);
    await reader.setTags(second, ['気候']);
    expect(await saved()).toEqual([first, third, second]);
    expect(await saved({ sort: 'oldest' })).toEqual([second, third, first]);
    expect(await listed('気候')).toEqual([fourth, second]);

    // A tag keeps the time of what was saved, and saving is later than the tag that kept an article.
    await reader.setSaved(second, false);
    expect(await listed('気候')).toEqual([fourth, second]);
    const now = later();
    expect(await reader.setSaved(fourth, true)).toMatchObject({ saved_at: now });
    expect(await saved()).toEqual([fourth, first, third]);

    expect(await reader.setSaved(third, false)).toMatchObject({ saved_at: null });
    later();
    expect(await reader.setSaved(third, true, times[2]!)).toMatchObject({ saved_at: times[2] });
    expect(await saved()).toEqual([fourth, first, third]);
    // Saving what is saved changes nothing, and no time is later than now.
    await reader.setSaved(third, true);
    expect(await saved()).toEqual([fourth, first, third]);
    await reader.setSaved(first, false);
    const last = later();
    expect(await reader.setSaved(first, true, '2999-01-01T00:00:00Z')).toMatchObject({ saved_at: last });
    const lists = await Promise.all([reader.list(), reader.list({ filter: 'saved' })]);
    expect(lists.map((rows) => rows.find(({ article_id }) => article_id === first)?.saved_at)).toEqual([
      null,
      last,
    ]);
  });

  it('are spelt as the reader did first, and at most so many bytes', async () => {
    await reader.setTags(ids[0]!, ['Work']);
    expect(await reader.setTags(ids[1]!, ['ＷＯＲＫ', 'work'])).toMatchObject({ own_tags: ['Work'] });
    expect(await reader.tags()).toEqual([{ name: 'Work', article_count: 2 }]);
    const long = Array.from({ length: 6 }, (_, at) => `${'語'.repeat(7)}${at}`);
    expect(Buffer.byteLength(long.join(''))).toBeGreaterThan(TAG_BYTES);
    for (const tags of [long, ['x'.repeat(25)], ['\u200b'], Array.from({ length: 9 }, (_, at) => `${at}`)])
      expect(articleTags.safeParse({ tags }).success).toBe(false);
    expect(articleTags.parse({ tags: [' to \u3000 do '] })).toEqual({ tags: ['to do'] });
    await expect(reader.setTags(sampleArticleId(77), ['new'])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await reader.tags()).toHaveLength(1);
  });

  it('keep an article and its text as saving does, when it is let go and when its feed is left', async () => {
    const [tagged, both, loose] = ids;
    await reader.setTags(tagged!, ['keep']);
    await reader.setTags(both!, ['keep']);
    await reader.setSaved(both!, true);
    expect(await reader.setSaved(both!, false)).toMatchObject({ is_saved: false, expires_at: null });
    await reader.setSaved(both!, true);
    expect(await reader.setTags(both!, [])).toMatchObject({ is_saved: true, own_tags: [], expires_at: null });
    await reader.setTags(loose!, ['keep']);
    const freed = await reader.setTags(loose!, []);
    expect(Date.parse(freed.expires_at ?? '')).toBeGreaterThan(app.now().getTime());

    const [feed] = await reader.feeds();
    await reader.leave(feed!.feed_id);
    await app.settle();
    app.advance(60 * 24 * 60);
    await reader.cleanUp();
    const kept = await reader.list();
    expect(kept.map(({ article_id }) => article_id).toSorted()).toEqual([tagged!, both!].toSorted());
    expect((await reader.open(tagged!)).content).toContain('<p>');
    expect(await listed('keep')).toEqual([tagged]);
  });

  it('are found by search, beside the labels of rules, and is:saved means what was saved', async () => {
    await reader.setTags(ids[0]!, ['気候']);
    await reader.setSaved(ids[1]!, true);
    const found = async (q: string) => {
      const query = { q, order: 'time', limit: 20, tz: 'UTC' } as const;
      const { items, total } = await reader.api.call('searchArticles', { query });
      expect(total).toBe(items.length);
      return items.map(({ article_id }) => article_id);
    };
    expect(await found('tag:気候')).toEqual([ids[0]]);
    expect(await found('is:saved')).toEqual([ids[1]]);
    await reader.setTags(ids[0]!, []);
    expect(await found('tag:気候')).toEqual([]);
  });

  it('are renamed, merged and deleted in slices, without what a rule labels', async () => {
    const entries = app.stores.entries;
    const many = Array.from({ length: TAGGED_AT_ONCE + 3 }, (_, at) =>
      sampleEntry({
        user_id: reader.user_id,
        article_id: sampleArticleId(5000 + at),
        published_at: sampleTime(at),
        own_tags: at === 0 ? ['old', 'new'] : ['old'],
        is_saved: true,
        is_kept_by_tags: true,
        expires_at: null,
      }),
    );
    await reader.setTags(ids[0]!, ['old']);
    for (const entry of many) await entries.create(entry);
    const rename = (name: string, to: string) =>
      reader.api.call('renameTag', { params: { name }, body: { name: to } });
    expect(await rename('old', 'new')).toEqual({ changed: TAGGED_AT_ONCE, is_done: false });
    expect((await reader.tags()).map(({ name }) => name)).toEqual(['new', 'old']);
    expect(await rename('old', 'new')).toEqual({ changed: 4, is_done: true });
    expect(await reader.tags()).toEqual([{ name: 'new', article_count: many.length + 1 }]);
    expect((await entries.get(reader.user_id, sampleArticleId(5000)))?.own_tags).toEqual(['new']);
    await expect(rename('old', 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' });

    await reader.setTags(ids[1]!, ['gone', 'new']);
    await reader.setTags(ids[2]!, ['gone']);
    const remove = () => reader.api.call('deleteTag', { params: { name: 'gone' } });
    expect(await remove()).toEqual({ changed: 2, is_done: true });
    expect((await reader.tags()).map(({ name }) => name)).toEqual(['new']);
    expect(await reader.open(ids[1]!)).toMatchObject({ own_tags: ['new'], expires_at: null });
    expect((await reader.open(ids[2]!)).expires_at).not.toBeNull();
    await expect(remove()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are exported with their articles and the copies, and are gone after leaving', async () => {
    await reader.setTags(ids[0]!, ['気候', 'b']);
    const exported = await reader.api.call('exportAccount', { query: {} });
    expect(exported.account?.tags).toEqual(['b', '気候']);
    const entry = exported.entries.find(({ article_id }) => article_id === ids[0]);
    expect(entry).toMatchObject({ own_tags: ['気候', 'b'], is_saved: false });
    expect(entry?.saved?.content).toContain('<p>');
    const names = (await reader.items('TAGS')).length;
    expect(names).toBe(1);
  });

  it('always keep what is tagged or saved, and nothing else, whatever the order of changes', async () => {
    const [article] = ids;
    const step = fc.oneof(
      fc.subarray(['a', 'b', '気候']).map((own_tags) => ({ own_tags })),
      fc.boolean().map((is_saved) => ({ is_saved })),
    );
    let wanted = { own_tags: new Array<string>(), is_saved: false };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        for (const each of steps) {
          if ('own_tags' in each) await reader.setTags(article!, each.own_tags);
          else await reader.setSaved(article!, each.is_saved);
          wanted = { ...wanted, ...each };
        }
        const row = await reader.open(article!);
        expect(row).toMatchObject(wanted);
        const isKept = wanted.is_saved || wanted.own_tags.length > 0;
        expect(row.expires_at === null).toBe(isKept);
        expect((await listed('a')).includes(article!)).toBe(wanted.own_tags.includes('a'));
        expect((await reader.list({ filter: 'saved' })).length).toBe(wanted.is_saved ? 1 : 0);
        expect((await app.stores.entries.get(reader.user_id, article!))?.is_saved).toBe(isKept);
      }),
      { numRuns: runs(100) },
    );
  });
});
