import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleRow } from '../../../src/contract/index.ts';
import { startWorld, type World } from '../../harness/property-world.ts';
import type { TestReader } from '../../harness/reader.ts';
import { atLeastMet, runs } from '../../harness/property-runs.ts';

const words = ['Climate', 'football', '選挙', 'piano', 'R&amp;D', 'Moon', 'inflation', 'trains', '気候'];
const title = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 });

/** Generates dates: some equal, some missing, some in the future. */
const date = fc.option(
  fc.oneof(
    fc.constantFrom('2026-02-20T08:00:00.000Z', '2026-02-21T08:00:00.000Z', '2027-01-01T00:00:00.000Z'),
    fc
      .date({
        min: new Date('2026-01-01T00:00:00Z'),
        max: new Date('2026-03-01T08:00:00Z'),
        noInvalidDate: true,
      })
      .map((at) => at.toISOString()),
  ),
  { nil: undefined, freq: 6 },
);

const anyWorld = fc.record({
  items: fc.uniqueArray(
    fc.record({ words: title, date }).map(({ words: some, date: at }) => ({
      title: some.join(' '),
      text: `<p>${some.join(' and ')}</p>`,
      ...(at === undefined ? {} : { date: at }),
    })),
    { minLength: 1, maxLength: 4, selector: (item) => item.title },
  ),
  keywords: fc.uniqueArray(
    fc.record({
      text: fc.constantFrom('climate', 'football', 'election', 'piano', 'moon', '気候'),
      weight: fc.double({ min: 0.1, max: 10, noNaN: true }),
    }),
    { maxLength: 2, selector: ({ text }) => text },
  ),
});

type Case = {
  reader: TestReader;
  feed_id: string;
  feed_title: string;
  made: { title: string; date?: string }[];
  keywords: number;
};

const often = { numRuns: runs(100) };
/** One of the first cases; 20 of them in `npm test`. */
const anyCase = fc.nat(Math.min(20, runs(100)) - 1);
const byId = (a: string, b: string) => (a < b ? 1 : -1);
const idsOf = (rows: ArticleRow[]) => rows.map(({ article_id }) => article_id);
const sorted = (ids: string[]) => ids.toSorted(byId);

let world: World;
let cases: Case[];
let sampled = '';
beforeAll(async () => {
  world = await startWorld();
  const seed = Date.now() % 2 ** 31;
  sampled = `sampled with seed ${seed}`;
  cases = [];
  for (const { items, keywords } of fc.sample(anyWorld, { numRuns: runs(100), seed })) {
    const reader = await world.newReader();
    // The shown scores change with the time that passes between two lists, unless articles do not age. Titles of the same
    // words make a story, whose articles are read together unless the reader reads each.
    await reader.api.call('updatePreferences', { body: { freshness_days: 0, mark_story_read: false } });
    const feed = world.publish(items);
    for (const { text, weight } of keywords) await reader.addKeyword(text, weight);
    // Drop the recalculations that new keywords queue: there are no articles to score yet.
    world.app.queues.jobs.length = 0;
    const { feed_id } = await reader.follow(feed.url);
    cases.push({ reader, feed_id, feed_title: feed.title, made: items, keywords: keywords.length });
  }
  await world.app.settle();
});
afterAll(() => world.close());

const each = async (check: (it: Case) => Promise<void>) => {
  for (const one of cases)
    await check(one).catch((error: unknown) => {
      throw new Error(`with ${one.made.length} articles, ${sampled}`, { cause: error });
    });
};

describe('the articles of a reader', () => {
  it('property 6: an article of one link is there once, however often and wherever it comes', async () => {
    const written = fc.constantFrom(
      (link: string) => link,
      (link: string) => link.replace('https:', 'http:'),
      (link: string) => link.replace('site', 'SITE'),
      (link: string) => `${link}?utm_source=feed`,
      (link: string) => link.replace('.example', '.example:443'),
    );
    let link = 0;
    await fc.assert(
      fc.asyncProperty(written, written, fc.boolean(), fc.boolean(), async (one, other, isAtOnce, isSame) => {
        const address = `https://site.example/same/${++link}`;
        const item = (write: (link: string) => string, guid: string) => ({
          title: 'Same',
          link: write(address),
          guid,
        });
        const reader = await world.newReader();
        const first = world.publish([item(one, 'a')]);
        await reader.follow(first.url);
        if (!isAtOnce) await world.app.settle();
        if (isSame) {
          first.now([item(other, 'b')]);
          world.app.advance(1);
          await reader.api.call('fetchFeeds');
        } else await reader.follow(world.publish([item(other, 'b')]).url);
        await world.app.settle();
        expect(await reader.list()).toHaveLength(1);
        expect(await reader.items('ENTRY#')).toHaveLength(1);
        const unread = (await reader.feeds()).map(({ unread_count }) => unread_count);
        expect(unread.reduce((sum, count) => sum + count)).toBe(1);
      }),
      often,
    );
  });

  it('property 7: a new article is unread', async () => {
    await each(async ({ reader, feed_id, made }) => {
      const rows = await reader.list({ filter: 'unread' });
      expect(rows).toHaveLength(made.length);
      expect(rows.every(({ is_read }) => !is_read)).toBe(true);
      // A list has no read_at, so only the opened article shows that none is stored.
      const opened = await reader.open(rows.at(-1)!.article_id);
      expect(opened).toMatchObject({ is_read: false, read_at: null });
      expect(await reader.list({ filter: 'read' })).toEqual([]);
      expect(await reader.feed(feed_id)).toMatchObject({ unread_count: made.length, has_unread: true });
    });
  });

  it('property 9: by importance, all articles come highest score first', async () => {
    let different = 0;
    await each(async ({ reader, feed_id, made, keywords }) => {
      const rows = await reader.list({ sort: 'importance_score' });
      const scores = rows.map(({ importance_score }) => importance_score!);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(rows).toHaveLength(made.length);
      expect(keywords > 0 || scores.every((score) => score === 0)).toBe(true);
      expect(await reader.list({ sort: 'importance_score', feed_id })).toEqual(rows);
      if (idsOf(rows).join() !== idsOf(await reader.list()).join()) different += 1;
    });
    expect(different).toBeGreaterThanOrEqual(atLeastMet(11));
  });

  it('property 10: a row has its title, time, feed, read state and score', async () => {
    await each(async ({ reader, feed_id, feed_title, made }) => {
      const rows = await reader.list();
      const titles = made.map((item) => item.title.replaceAll('&amp;', '&')).toSorted();
      expect(rows.map((row) => row.title).toSorted()).toEqual(titles);
      for (const row of rows) {
        const source = made.find((item) => item.title.replaceAll('&amp;', '&') === row.title)!;
        const isStated = source.date !== undefined && source.date < world.app.now().toISOString();
        // An article without a usable date gets the time it was found, minus its position in the document in ms.
        const age = Date.parse(row.created_at) - Date.parse(row.published_at);
        expect(isStated || (age >= 0 && age < 10)).toBe(true);
        // RSS dates have a precision of whole seconds.
        const stated = `${(source.date ?? '').slice(0, 19)}.000Z`;
        expect(row).toMatchObject({
          feed_id,
          feed_title,
          is_date_estimated: !isStated,
          published_at: isStated ? stated : row.published_at,
          is_read: false,
          read_at: null,
          importance_score: expect.any(Number),
        });
      }
    });
  });
});

const marks = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 });
/** Chooses one of the readers, and for each of its articles whether it is marked. */
const marked = fc.record({ at: anyCase, marks });
/** Chooses one of the readers, and for each of its articles whether it is read and whether it is saved. */
const stated = fc.record({ at: anyCase, read: marks, saved: marks });

describe('what a reader does with articles', () => {
  const mark = async (one: Case, wanted: boolean[], set: (id: string, mark: boolean) => Promise<unknown>) => {
    const ids = idsOf(await one.reader.list());
    await Promise.all(ids.map((id, at) => set(id, wanted[at]!)));
    return ids.filter((_, at) => wanted[at]);
  };
  /**
   * Removes the excerpt, which may be cut shorter to make room for a mark, and the expiry, which counts from the time of
   * reading.
   */
  const withoutExcerpt = (row: ArticleRow) => ({ ...row, excerpt: '', expires_at: null });
  const unreadOf = async ({ reader, feed_id }: Case) => (await reader.feed(feed_id)).unread_count;

  it('property 8: by time, all articles come newest first, read or not, saved or not', async () => {
    await fc.assert(
      fc.asyncProperty(stated, async ({ at, read, saved }) => {
        const one = cases[at]!;
        await mark(one, read, one.reader.setRead);
        await mark(one, saved, one.reader.setSaved);
        const rows = await one.reader.list();
        const keys = rows.map(({ published_at, article_id }) => `${published_at}#${article_id}`);
        expect(keys).toEqual(keys.toSorted(byId));
        expect(keys).toHaveLength(one.made.length);
        expect(rows.map(({ is_read }) => is_read)).toEqual(read.slice(0, rows.length));
        expect(rows.map(({ is_saved }) => is_saved)).toEqual(saved.slice(0, rows.length));
        expect(await one.reader.list({ feed_id: one.feed_id })).toEqual(rows);
      }),
      often,
    );
  });

  it('property 11: an article that was marked read and then unread is as it was', async () => {
    await fc.assert(
      fc.asyncProperty(marked, fc.nat(), async ({ at, marks: wanted }, pick) => {
        const one = cases[at]!;
        const { reader } = one;
        await mark(one, wanted, reader.setRead);
        const before = await reader.list();
        const unread = await unreadOf(one);
        const { article_id, is_read } = before[pick % before.length]!;
        const stood = await world.app.stores.entries.get(reader.user_id, article_id);
        world.app.advance(1);
        expect(await reader.setRead(article_id, !is_read)).toMatchObject({ is_read: !is_read });
        const read_at = is_read ? null : world.app.now().toISOString();
        expect(await reader.open(article_id)).toMatchObject({ is_read: !is_read, read_at });
        expect(await unreadOf(one)).toBe(unread + (is_read ? 1 : -1));
        await reader.setRead(article_id, is_read);
        expect(await unreadOf(one)).toBe(unread);
        // An article that is marked read again gets a new read time.
        const entry = is_read ? { ...stood, read_at: world.app.now().toISOString() } : stood!;
        const expected = before.map((row) =>
          row.article_id === article_id ? { ...row, read_at: entry.read_at } : row,
        );
        expect((await reader.list()).map(withoutExcerpt)).toEqual(expected.map(withoutExcerpt));
        const { excerpt: _excerpt, expires_at: _expiry, ...rest } = entry;
        expect(await world.app.stores.entries.get(reader.user_id, article_id)).toMatchObject(rest);
      }),
      often,
    );
  });

  it.each([
    ['property 12: the unread filter shows the unread articles and no other', 'unread'],
    ['property 13: the read filter shows the read articles and no other', 'read'],
  ] as const)('%s', async (_, filter) => {
    await fc.assert(
      fc.asyncProperty(stated, async ({ at, read: wanted, saved }) => {
        const one = cases[at]!;
        const read = await mark(one, wanted, one.reader.setRead);
        await mark(one, saved, one.reader.setSaved);
        const all = idsOf(await one.reader.list());
        const expected = all.filter((id) => read.includes(id) === (filter === 'read'));
        const rows = await one.reader.list({ filter });
        expect(idsOf(rows)).toEqual(expected);
        expect(rows.every(({ is_read }) => is_read === (filter === 'read'))).toBe(true);
        const best = await one.reader.list({ filter, sort: 'importance_score' });
        expect(sorted(idsOf(best))).toEqual(sorted(expected));
        expect(idsOf(await one.reader.list({ filter, feed_id: one.feed_id }))).toEqual(expected);
        expect(await unreadOf(one)).toBe(all.length - read.length);
      }),
      often,
    );
  });

  it('property 14: an article that was saved and then unsaved is as it was', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, fc.nat(), fc.boolean(), async (at, pick, isRead) => {
        const { reader } = cases[at]!;
        const rows = await reader.list();
        const { article_id } = rows[pick % rows.length]!;
        await reader.setSaved(article_id, false);
        const before = await reader.setRead(article_id, isRead);
        const entry = await world.app.stores.entries.get(reader.user_id, article_id);
        expect(await reader.setSaved(article_id, true)).toEqual({
          ...before,
          is_saved: true,
          saved_at: world.app.now().toISOString(),
          expires_at: null,
        });
        expect(idsOf(await reader.list({ filter: 'saved' }))).toContain(article_id);
        expect(await reader.setSaved(article_id, false)).toEqual(before);
        expect(idsOf(await reader.list({ filter: 'saved' }))).not.toContain(article_id);
        expect(await world.app.stores.entries.get(reader.user_id, article_id)).toEqual(entry);
      }),
      often,
    );
  });

  it('property 15: the saved filter shows the saved articles and no other', async () => {
    await fc.assert(
      fc.asyncProperty(marked, async ({ at, marks: wanted }) => {
        const one = cases[at]!;
        const none = wanted.map(() => false);
        await mark(one, none, one.reader.setSaved);
        // What is saved in one millisecond is in the order of publication.
        const saved = await mark(one, wanted, one.reader.setSaved);
        for (const sort of ['published_at', 'importance_score'] as const) {
          const rows = await one.reader.list({ filter: 'saved', sort });
          expect(sorted(idsOf(rows))).toEqual(sorted(saved));
          expect(rows.every(({ is_saved }) => is_saved)).toBe(true);
        }
        expect(idsOf(await one.reader.list({ filter: 'saved' }))).toEqual(saved);
      }),
      often,
    );
  });
});
