import fc, { type Scheduler } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Article } from '../../../src/model/article/article.ts';
import { openTable } from '../../../src/local/table/local-table.ts';
import { createStoryStore } from '../../../src/storage/story-store.ts';
import { createTableClient } from '../../../src/storage/table/table.ts';
import { createLoadStories } from '../../../src/articles/stories/known-stories.ts';
import { findStories, newStoryMemory } from '../../../src/stories/find-stories.ts';
import { silentLog } from '../../harness/app.ts';
import { beforeEachRequest } from '../../harness/engines/before-each-request.ts';
import { anyTurn } from '../../harness/any-turn.ts';
import { runs } from '../../harness/property-runs.ts';
import { sampleArticle, sampleArticleId, sampleFeedId } from '../../harness/samples/storage-samples.ts';

const TABLE = 'omomi';
const START = Date.UTC(2026, 0, 31, 8);

const TITLES = ['Volcano Grindavik lava Reykjanes fissure', 'Ferry Piraeus strike sailors harbour'].flatMap(
  (event) => {
    const [a, b, c, d, e] = event.split(' ');
    return [
      `${a} near ${b}: ${c} and ${d} alarm ${e} experts`,
      `${b} ${a}: ${e} experts alarmed by ${c}, ${d}`,
      `Experts of ${e} in ${b} alarmed: ${d}, ${c} and ${a}`,
    ];
  },
);

/** A process that finds stories, with a clock of its own, and the number of queries that it made. */
const startProcess = ({ isOnlyWriter }: { isOnlyWriter: boolean }, table = openTable(':memory:', TABLE)) => {
  let queries = 0;
  let failures = 0;
  let time = START;
  const client = {
    ...table.client,
    query: (input: Parameters<typeof table.client.query>[0]) => {
      queries += 1;
      return table.client.query(input);
    },
    batchWrite: async (input: Parameters<typeof table.client.batchWrite>[0]) => {
      const answer = await table.client.batchWrite(input);
      if (failures === 0) return answer;
      failures -= 1;
      throw new Error('the process was cut off after its write');
    },
  };
  const stories = createStoryStore(
    createTableClient({
      client,
      tableName: TABLE,
      tellWrites: isOnlyWriter ? table.tellWrites : undefined,
    }),
  );
  const ctx = { stories, now: () => new Date(time), log: silentLog, storyMemory: newStoryMemory() };
  return {
    advance: (seconds: number) => void (time += seconds * 1000),
    failNext: () => void (failures += 1),
    /** Returns the stories in the order of their articles, or null if the process was cut off. */
    find: async (articles: Article[]) => {
      try {
        return [...(await findStories(ctx, articles))].toSorted(([a], [b]) => (a < b ? -1 : 1));
      } catch {
        return null;
      }
    },
    queries: () => queries,
    table,
  };
};

const articleAt = (number: number): Article =>
  sampleArticle({
    article_id: sampleArticleId(number),
    feed_id: sampleFeedId(number % 3),
    link: `https://paper${number % 3}.example/${number}`,
    title: TITLES[number % TITLES.length] ?? '',
    summary: '',
    published_at: new Date(START - number * 60_000).toISOString(),
    created_at: new Date(START).toISOString(),
  });

const batch = fc.record({
  numbers: fc.uniqueArray(fc.nat(23), { minLength: 1, maxLength: 6 }),
  seconds: fc.integer({ min: -20, max: 30 }),
  fails: fc.boolean(),
});

/** Returns the number of the event of an article. */
const eventOf = (number: number): number => Math.floor((number % TITLES.length) / 3);

/**
 * Has three processes find the stories of these articles while they take turns at each access to the table. Their clock goes on by
 * `tick` milliseconds each time that it is read.
 */
const foundAtOnce = async (scheduler: Scheduler, given: { number: number; by: number }[], tick: number) => {
  const table = openTable(':memory:', TABLE);
  const client = createTableClient({ client: table.client, tableName: TABLE });
  const stories = createStoryStore(beforeEachRequest(client, () => scheduler.schedule(Promise.resolve())));
  let time = START;
  const ctx = { stories, now: () => new Date((time += tick)), log: silentLog };
  const processes = [0, 1, 2].map(() => ({ ...ctx, storyMemory: newStoryMemory() }));
  await scheduler.waitFor(
    Promise.all(
      processes.map(async (process, at) => {
        for (const { number, by } of given) if (by === at) await findStories(process, [articleAt(number)]);
      }),
    ),
  );
  const asked = createLoadStories({ ...ctx, settings: { ARTICLE_RETENTION_DAYS: 7 } })();
  await scheduler.waitFor(asked);
  const { storyOf } = await asked;
  table.close();
  return given.map(({ number }) => ({
    event: eventOf(number),
    story: storyOf(articleAt(number).article_id, null),
  }));
};

describe('stories in one process and in several', () => {
  it('are the same for one that alone writes its table as for one among several, whatever its clock does and wherever it is cut off', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 6 }), async (batches) => {
        const both = [true, false].map((isOnlyWriter) => startProcess({ isOnlyWriter }));
        for (const { numbers, seconds, fails } of batches) {
          const [alone, several] = await Promise.all(
            both.map((process) => {
              process.advance(seconds);
              if (fails) process.failNext();
              return process.find(numbers.map(articleAt));
            }),
          );
          expect(alone).toEqual(several);
        }
        for (const { table } of both) table.close();
      }),
      { numRuns: runs(200) },
    );
  });

  it('are found by the only writer without reading again what was read or written', async () => {
    const process = startProcess({ isOnlyWriter: true });
    await process.find([articleAt(0)]);
    const first = process.queries();
    expect(first).toBeLessThanOrEqual(2);
    process.advance(1);
    const found = await process.find([articleAt(1), articleAt(2)]);
    expect(found?.map(([, { story }]) => story)).toEqual([expect.any(String), expect.any(String)]);
    expect(process.queries()).toBe(first);
    process.table.close();
  });

  it('are the same whatever turns several processes take at their accesses', async () => {
    const given = fc
      .uniqueArray(fc.nat(5), { minLength: 2, maxLength: 6 })
      .chain((numbers) =>
        fc.tuple(...numbers.map((number) => fc.record({ number: fc.constant(number), by: fc.nat(2) }))),
      );
    await fc.assert(
      fc.asyncProperty(anyTurn(), given, fc.nat(1), async (scheduler, articles, tick) => {
        const found = await foundAtOnce(scheduler, articles, tick);
        for (const event of [0, 1]) {
          const told = found.filter((each) => each.event === event);
          expect(new Set(told.map(({ story }) => story)).size).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('come after all that a process knows, but for texts of a clock that is more than a day ahead', async () => {
    const one = startProcess({ isOnlyWriter: false });
    const two = startProcess({ isOnlyWriter: false }, one.table);
    const times = async () => {
      const table = createTableClient({ client: one.table.client, tableName: TABLE });
      const texts = await createStoryStore(table).listTexts(new Date(0).toISOString(), () => false);
      return texts.map(({ written_at }) => Date.parse(written_at) - START);
    };
    one.advance(3600);
    await one.find([articleAt(0)]);
    await two.find([articleAt(1)]);
    expect(await times()).toEqual([3_600_000, 3_600_001]);
    one.advance(3 * 86_400);
    await one.find([
      sampleArticle({ ...articleAt(2), created_at: new Date(START + 3 * 86_400_000).toISOString() }),
    ]);
    two.advance(7200);
    await two.find([articleAt(3)]);
    expect((await times()).toSorted((a, b) => a - b)).toContain(7_200_000);
    one.table.close();
  });

  it('are found by several processes in turn, which read what the others wrote', async () => {
    const one = startProcess({ isOnlyWriter: false });
    const two = startProcess({ isOnlyWriter: false }, one.table);
    await one.find([articleAt(0)]);
    await two.find([articleAt(3)]);
    two.advance(1);
    one.advance(2);
    expect((await two.find([articleAt(1)]))?.length).toBe(1);
    expect((await one.find([articleAt(4)]))?.length).toBe(1);
    one.table.close();
  });
});
