import fc, { type Scheduler } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recountReader } from '../../../src/articles/reading/unread.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { beforeEachRequest } from '../../harness/engines/before-each-request.ts';
import { runs } from '../../harness/property-runs.ts';
import { testReader } from '../../harness/reader.ts';
import { addReaders, queueArticles, seedArticle } from '../../harness/scoring-samples.ts';

/** Articles that are there before anything happens at the same time. */
const FIRST = 4;
/** Minutes after which the articles of the first minute have expired. */
const EXPIRED = 7 * 24 * 60;

const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('deliver'), count: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('mark'), article: fc.nat(FIRST - 1), is_read: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mark all'), minutes_ago: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('undo', 'recount', 'minute') }) },
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

/** Creates what one reader and the deliveries to them do. */
const createActs = (app: TestApp) => {
  let made = 0;
  let mark: string | null = null;
  const first: string[] = [];
  const deliver = async (count: number): Promise<void> => {
    await queueArticles(
      app,
      Array.from({ length: count }, () => seedArticle(app, made++)),
    );
    await app.deliver('score', 1);
  };
  return {
    begin: async (): Promise<void> => {
      await addReaders(app, ['local']);
      await deliver(FIRST);
      first.push(...(await testReader(app).list()).map(({ article_id }) => article_id));
    },
    run: async (one: Act): Promise<void> => {
      if ('count' in one) await deliver(one.count);
      if ('article' in one) await testReader(app).setRead(first[one.article] ?? '', one.is_read);
      if ('minutes_ago' in one) {
        const before = new Date(app.now().getTime() - one.minutes_ago * 60_000).toISOString();
        mark = (await app.as('local').call('markRead', { body: { before } })).job_id;
      }
      if (one.kind === 'minute') app.advance(1);
      if (one.kind === 'recount') await recountReader(app.ctx, 'local');
      if (one.kind === 'undo' && mark !== null)
        await app.as('local').call('cancelJob', { params: { job_id: mark } });
    },
  };
};

/** Expects that the count that the reader sees is the number of unread articles in the list. */
const expectRight = async (app: TestApp): Promise<void> => {
  const { items } = await app.as('local').call('listFeeds');
  const unread = await testReader(app).list({ filter: 'unread' });
  expect(items.map(({ unread_count }) => unread_count)).toEqual([unread.length]);
};

const holds = async (scheduler: Scheduler, rounds: Act[][]): Promise<void> => {
  let isScheduled = false;
  const turn = async (): Promise<void> => {
    if (isScheduled) await scheduler.schedule(Promise.resolve());
  };
  const app = await startTestApp({ wrapTable: (table) => beforeEachRequest(table, turn) });
  try {
    const { begin, run } = createActs(app);
    await begin();
    isScheduled = true;
    for (const round of rounds) await scheduler.waitFor(Promise.all(round.map(run)));
    isScheduled = false;
    await expectRight(app);
    for (const minutes of [11, EXPIRED - 11, 1, 1]) {
      app.advance(minutes);
      await app.settle();
      await expectRight(app);
    }
  } finally {
    await app.close();
  }
};

describe('unread counts', () => {
  it('are right whatever is delivered, marked, undone and counted at the same time', async () => {
    const rounds = fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 10 });
    const property = fc.asyncProperty(fc.scheduler(), rounds, holds);
    await expect(fc.assert(property, { numRuns: runs(100) })).resolves.toBeUndefined();
  }, 120_000);
});
