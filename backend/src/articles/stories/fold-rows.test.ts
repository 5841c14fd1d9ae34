import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { sampleFeedId, sampleTime } from '../../../test/harness/samples/storage-samples.ts';
import { storyOfFirst } from '../../model/story/story.ts';
import { foldRows, shownBefore } from './fold-rows.ts';
import { createStoryGroups } from './known-stories.ts';
import { noExtra } from '../../contract/index.ts';

const FEED = sampleFeedId(1);
const idOf = (n: number) => String(2n ** 60n + BigInt(n));

/** Returns a list of articles of which those with the same number are one story, and what is known of the stories. */
const listOf = (events: number[]) => {
  const stories = createStoryGroups();
  const firsts = new Map<number, number>();
  const rows = events.map((event, at) => {
    const first = firsts.get(event);
    if (first === undefined) firsts.set(event, at);
    else
      stories.add({
        story_id: storyOfFirst(idOf(first)),
        article_id: idOf(at),
        feed_id: FEED,
        first_feed_id: FEED,
        written_at: sampleTime(at),
      });
    const feed_ids: [string] = [FEED];
    return {
      article_id: idOf(at),
      event,
      feed_ids,
      title: `${event}`,
      link: null,
      extra: noExtra,
    };
  });
  return { rows, stories };
};

describe('folding', () => {
  it('shows each story once over all pages, with its articles, and takes every row', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(12), { maxLength: 60 }).chain((events) =>
          fc.record({
            events: fc.constant(events),
            order: fc.shuffledSubarray(
              events.map((_, at) => at),
              { minLength: events.length },
            ),
          }),
        ),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 4 }),
        async ({ events, order }, limit, more) => {
          const { rows: arrived, stories } = listOf(events);
          const rows = order.flatMap((at) => arrived[at] ?? []);
          const told: string[] = [];
          const named = new Set<string>();
          let shown = shownBefore('');
          let start = 0;
          while (start < rows.length) {
            const page = await foldRows({
              rows: rows.slice(start, start + limit + more),
              first: limit + more,
              choose: (folded) => folded.slice(0, limit),
              stories,
              shown,
              isFollowed: () => true,
              most_look_ups: 9,
              lookUp: (ids) => Promise.resolve(rows.filter(({ article_id }) => ids.includes(article_id))),
            });
            expect(page.folded.length).toBeLessThanOrEqual(limit);
            expect(page.taken).toBeGreaterThan(0);
            for (const { row, others } of page.folded) {
              told.push(row.title);
              for (const { article_id, title } of [row, ...others]) {
                expect(title).toBe(row.title);
                named.add(article_id);
              }
            }
            start += page.taken;
            shown = shownBefore(page.shown.text);
          }
          expect(told.toSorted()).toEqual([...new Set(events)].map(String).toSorted());
          const known = rows.filter(({ article_id }) => named.has(article_id)).map(({ title }) => title);
          expect(new Set(known)).toEqual(new Set(told));
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('looks up nine entries at most, five of a story, and remembers what it did not look up', async () => {
    const { rows, stories } = listOf(Array.from({ length: 40 }, (_, at) => at % 2));
    const asked: string[][] = [];
    const page = await foldRows({
      rows: rows.slice(0, 2),
      first: 2,
      choose: (folded) => folded,
      stories,
      shown: shownBefore(''),
      isFollowed: () => true,
      most_look_ups: 9,
      lookUp: (ids) => {
        asked.push(ids);
        return Promise.resolve([]);
      },
    });
    expect(asked.map(({ length }) => length)).toEqual([9]);
    expect(page.folded.map(({ story_id }) => page.shown.has(story_id))).toEqual([true, true]);
  });

  it('takes the stories of two processes together that found each other late', () => {
    const stories = createStoryGroups();
    const member = (article: number, first: number) =>
      stories.add({
        story_id: storyOfFirst(idOf(first)),
        article_id: idOf(article),
        feed_id: FEED,
        first_feed_id: FEED,
        written_at: sampleTime(0),
      });
    member(3, 2);
    member(2, 1);
    expect(stories.storyOf(idOf(3), null)).toBe(storyOfFirst(idOf(1)));
    expect(stories.articlesOf(storyOfFirst(idOf(1))).map(({ article_id }) => article_id)).toEqual(
      [1, 2, 3].map(idOf),
    );
  });
});
