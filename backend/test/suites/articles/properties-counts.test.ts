import fc, { type Scheduler } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recountReader } from '../../../src/articles/reading/unread.ts';
import { hasCode } from '../../../src/lib/errors.ts';
import { noExtra } from '../../../src/contract/index.ts';
import type { Article } from '../../../src/model/article/article.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { beforeEachRequest } from '../../harness/engines/before-each-request.ts';
import { anyTurn } from '../../harness/any-turn.ts';
import { runs } from '../../harness/property-runs.ts';
import { testReader } from '../../harness/reader.ts';
import { sampleArticleId, sampleFeedId } from '../../harness/samples/storage-samples.ts';
import { tellingsOf } from '../../harness/samples/told-stories.ts';
import { addReaders, queueArticles, seedArticle, seedFeed } from '../../harness/scoring-samples.ts';

const READERS = ['local', 'other'] as const;
/** The feeds that both readers follow. */
const FEEDS = [seedFeed, sampleFeedId(0xabd), sampleFeedId(0xabe)] as const;
/** A feed that nobody follows: which words tell a story is known from other texts. */
const ELSEWHERE = sampleFeedId(0xabf);
/** Articles of the first feed that are there before anything happens at the same time. */
const FIRST = 4;
/** Articles about events have ids from here on. */
const TOLD = 1000;
/** Minutes after which the articles of the first minute have expired. */
const EXPIRED = 7 * 24 * 60;

const reader = fc.constantFrom(...READERS);
const feed = fc.constantFrom(...FEEDS);
const paper = fc.constantFrom(0, 1, 2);
const article = fc.nat(FIRST - 1);
const event = fc.nat(1);
const kind = fc.constant;

const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: kind('deliver'), feed, count: fc.integer({ min: 1, max: 3 }) }),
  },
  // A feed with the host of an article's link takes it over from the feed that brought it first.
  { weight: 3, arbitrary: fc.record({ kind: kind('share'), feed, article, is_own_host: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('tell'), paper, event }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('take over'), feed, paper, event }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('mark'), reader, article, is_read: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('finish'), reader, paper, event }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('mark all'),
      reader,
      of: fc.option(feed, { nil: null }),
      minutes_ago: fc.nat(2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('undo'), reader }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('recount'), reader }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('leave'), reader, feed }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('minute') }) },
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

const idOfTold = (paperAt: number, eventAt: number): string => sampleArticleId(TOLD + eventAt * 3 + paperAt);

/** Ignores that an article or a feed is gone, or is not there yet. */
const ifThere = async (call: Promise<unknown>): Promise<void> => {
  try {
    await call;
  } catch (error) {
    if (!hasCode(error, 'NOT_FOUND')) throw error;
  }
};

/** Creates what the readers, and the deliveries to them, do. */
const createActs = (app: TestApp) => {
  let made = 0;
  const first: Article[] = [];
  const marks = new Map<string, string>();
  const next = (): Article => seedArticle(app, made++);
  const bring = async (feed_id: string, articles: Article[]): Promise<void> => {
    await queueArticles(
      app,
      articles.map((one) => ({ ...one, feed_id })),
    );
    await app.deliver('score', 1);
  };
  const telling = (paperAt: number, eventAt: number): Article => ({
    ...seedArticle(app, TOLD + eventAt * 3 + paperAt),
    title: tellingsOf(eventAt)[paperAt] ?? '',
    summary: '',
    content: '',
    extra: noExtra,
  });
  const markAll = async (user: string, of: string | null, minutesAgo: number): Promise<void> => {
    const before = new Date(app.now().getTime() - minutesAgo * 60_000).toISOString();
    const body = of === null ? { before } : { before, feed_id: of };
    marks.set(user, (await app.as(user).call('markRead', { body })).job_id);
  };
  const undo = async (user: string): Promise<void> => {
    const job_id = marks.get(user);
    if (job_id !== undefined) await app.as(user).call('cancelJob', { params: { job_id } });
  };
  return {
    begin: async (): Promise<void> => {
      for (const feed_id of FEEDS) await addReaders(app, [...READERS], feed_id);
      await app.stores.feeds.create({ ...(await app.stores.feeds.get(seedFeed))!, feed_id: ELSEWHERE });
      const others = Array.from({ length: 12 }, (_, n) => telling(n % 3, 10 + n));
      await bring(ELSEWHERE, others);
      first.push(...Array.from({ length: FIRST }, next));
      await bring(seedFeed, first);
    },
    run: async (one: Act): Promise<void> => {
      switch (one.kind) {
        case 'minute':
          app.advance(1);
          return;
        case 'deliver':
          return bring(one.feed, Array.from({ length: one.count }, next));
        case 'share':
          return bring(one.feed, [{ ...first[one.article]!, is_own_host: one.is_own_host }]);
        case 'tell':
          return bring(FEEDS[one.paper] ?? seedFeed, [telling(one.paper, one.event)]);
        case 'take over':
          return bring(one.feed, [{ ...telling(one.paper, one.event), is_own_host: true }]);
        case 'mark':
          return ifThere(testReader(app, one.reader).setRead(first[one.article]!.article_id, one.is_read));
        case 'finish':
          return ifThere(testReader(app, one.reader).setRead(idOfTold(one.paper, one.event), true));
        case 'mark all':
          return ifThere(markAll(one.reader, one.of, one.minutes_ago));
        case 'undo':
          return undo(one.reader);
        case 'recount':
          await recountReader(app.ctx, one.reader);
          return;
        case 'leave':
          return ifThere(testReader(app, one.reader).leave(one.feed));
      }
    },
  };
};

/**
 * Expects that the count of each feed that a reader sees is the number of its unread articles in the list of all. A list of
 * unread ones ends where the counts say, so it is compared with that list, too.
 */
const expectRight = async (app: TestApp): Promise<void> => {
  for (const user of READERS) {
    const { items: feeds } = await app.as(user).call('listFeeds');
    const unread = (await testReader(app, user).list()).filter(({ is_read }) => !is_read);
    const listed = feeds.map(({ feed_id }) => unread.filter((row) => row.feed_id === feed_id).length);
    expect(feeds.map(({ unread_count }) => unread_count)).toEqual(listed);
    expect(await testReader(app, user).list({ filter: 'unread' })).toEqual(unread);
  }
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
    const property = fc.asyncProperty(anyTurn(), rounds, holds);
    await expect(fc.assert(property, { numRuns: runs(100) })).resolves.toBeUndefined();
  });
});
