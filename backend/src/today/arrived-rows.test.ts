import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/harness/property-runs.ts';
import { sampleArticleId, sampleFeedId } from '../../test/harness/samples/storage-samples.ts';
import type { EntryListQuery, EntryPosition, EntryRow } from '../model/article/entry.ts';
import { readArrived, LATE_MS } from './select-today.ts';
import { noExtra } from '../contract/index.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const SINCE = NOW - 10 * HOUR_MS;
const NEW_FEED = sampleFeedId(2);

const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Articles that arrive at most six hours late; those of the new feed may be of any age, and all arrived since. */
const anyRows = fc
  .array(
    fc.record({
      arrived: fc.integer({ min: NOW - 40 * HOUR_MS, max: NOW }),
      late: fc.integer({ min: 0, max: LATE_MS }),
      score: fc.option(fc.integer({ min: 0, max: 5 })),
      isOfNewFeed: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  .map((articles) =>
    articles.map(({ arrived, late, score, isOfNewFeed }, n): EntryRow => ({
      user_id: 'local',
      article_id: sampleArticleId(n),
      feed_ids: [isOfNewFeed ? NEW_FEED : sampleFeedId(1)],
      link: null,
      title: `Article ${n}`,
      excerpt: '',
      published_at: timeOf(isOfNewFeed ? arrived - late * 100 : arrived - late),
      created_at: timeOf(isOfNewFeed ? Math.max(arrived, SINCE) : arrived),
      is_date_estimated: false,
      importance_score: score,
      order: score,
      top_reasons: [],
      unlearned_score: null,
      is_read: false,
      read_at: null,
      unread_after: null,
      is_saved: false,
      saved_at: null,
      own_tags: [],
      is_kept_by_tags: false,
      rule_hours: null,
      kept_days: null,
      expires_at: null,
      text_version: null,
      extra: noExtra,
    })),
  );

/** Published more than a week before it arrived. */
const isOld = (arrived: string, published: string): boolean =>
  Date.parse(arrived) - Date.parse(published) > 7 * 24 * HOUR_MS;

/** A plain list: all rows sorted, and cut. Counts the rows that it gives. */
const plainList = (all: EntryRow[]) => {
  const given = { rows: 0 };
  const list = ({ sort, feed_ids: feedIds, limit, after }: EntryListQuery) => {
    const placeOf = (row: EntryPosition): string =>
      `${sort === 'importance_score' ? String((row.order ?? -1) + 1) : ''} ${row.published_at} ${row.article_id}`;
    const rows = all
      .filter((row) => feedIds === null || feedIds.includes(row.feed_ids[0]))
      .filter((row) => after === null || placeOf(row) < placeOf(after))
      .toSorted((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
    given.rows += Math.min(limit, rows.length);
    return Promise.resolve({ rows: rows.slice(0, limit), has_more: rows.length > limit, ranked_of: null });
  };
  return { list, given };
};

describe('the articles that arrived since a time', () => {
  it('are all of them, the best first, or it is said that there are more; never others, nor more than the limits', () =>
    fc.assert(
      fc.asyncProperty(
        anyRows,
        fc.record({
          page: fc.integer({ min: 1, max: 20 }),
          newest: fc.integer({ min: 1, max: 60 }),
          ofNewFeeds: fc.integer({ min: 1, max: 60 }),
          best: fc.integer({ min: 1, max: 20 }),
        }),
        async (all, limits) => {
          const { list, given } = plainList(all);
          const { rows, has_more } = await readArrived(
            { entries: { list } },
            {
              since: timeOf(SINCE),
              new_feed_ids: [NEW_FEED],
              scope: { user_id: 'local', now: timeOf(NOW), freshness_days: 0 },
            },
            limits,
          );
          const arrived = all
            .filter(
              ({ created_at, published_at }) =>
                created_at >= timeOf(SINCE) && !isOld(created_at, published_at),
            )
            .map(({ article_id }) => article_id);
          const ids = rows.map(({ article_id }) => article_id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(arrived).toEqual(expect.arrayContaining(ids));
          expect(has_more || ids.length === arrived.length).toBe(true);
          const scores = rows.map(({ importance_score }) => importance_score ?? -1);
          expect(scores).toEqual(scores.toSorted((a, b) => b - a));
          expect(given.rows).toBeLessThanOrEqual(limits.newest + limits.ofNewFeeds + limits.best);
        },
      ),
      { numRuns: runs(500) },
    ));
});
