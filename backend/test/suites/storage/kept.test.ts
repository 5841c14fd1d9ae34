import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FollowedFeed } from '../../../src/model/feed/followed-feed.ts';
import type { SubscriptionStore } from '../../../src/model/feed/subscription.ts';
import { openTable } from '../../../src/local/table/local-table.ts';
import { createFeedStore } from '../../../src/storage/feed-store.ts';
import { createSubscriptionStore } from '../../../src/storage/subscription-store.ts';
import { createTableClient } from '../../../src/storage/table/table.ts';
import { runs } from '../../harness/property-runs.ts';
import { sampleFeed, sampleFeedId, sampleSubscription } from '../../harness/samples/storage-samples.ts';

const TABLE = 'omomi';
const STRANDS = 4;
/** More readers than a process keeps. */
const READERS = 24;

/** Opens a table, with stores that keep what they read, and stores that read everything from the table. */
const openBoth = () => {
  const table = openTable(':memory:', TABLE);
  let failures = 0;
  let reads = 0;
  const failing =
    <I, O>(run: (input: I) => Promise<O>) =>
    async (input: I): Promise<O> => {
      const answer = await run(input);
      reads += 1;
      // Answers come late and in another order than the reads were made.
      for (let turn = 0; turn < reads % 5; turn += 1) await setImmediate();
      if (failures === 0) return answer;
      failures -= 1;
      throw new Error('made to fail');
    };
  const { client } = table;
  const engine = { ...client, query: failing(client.query), batchGet: failing(client.batchGet) };
  const kept = createTableClient({ client: engine, tableName: TABLE, tellWrites: table.tellWrites });
  const fresh = createTableClient({ client, tableName: TABLE });
  return {
    kept: { subscriptions: createSubscriptionStore(kept), feeds: createFeedStore(kept) },
    fresh: { subscriptions: createSubscriptionStore(fresh), feeds: createFeedStore(fresh) },
    failNext: () => {
      failures += 1;
    },
    stopFailing: () => {
      failures = 0;
    },
    close: table.close,
  };
};

type Stores = ReturnType<typeof openBoth>['kept'];

const step = fc.record({
  kind: fc.constantFrom(
    'create',
    'rename',
    'count',
    'leave',
    'end leaving',
    'delete',
    'change feed',
    'read',
    'fail',
  ),
  feed: fc.nat(2),
  reader: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(READERS - 1)),
  number: fc.nat(999),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const nameOf = (reader: number) => `reader${reader}`;
/** Each strand has feeds of its own, so that it knows what they are after each of its writes. */
const feedOf = (strand: number, feed: number) => sampleFeedId(1 + feed * STRANDS + strand);
const allFeeds = Array.from({ length: STRANDS * 3 }, (_, at) => sampleFeedId(1 + at));

const write = async (stores: Stores, { kind, reader, number }: Step, feed_id: string): Promise<void> => {
  const { subscriptions, feeds } = stores;
  const user_id = nameOf(reader);
  if (kind === 'create')
    await subscriptions.create(sampleSubscription({ user_id, feed_id, unread_count: number }));
  if (kind === 'rename') await subscriptions.update(user_id, feed_id, { title: `title ${number}` });
  if (kind === 'count') {
    const counted_at = new Date(Date.UTC(2026, 4, 1, 0, 0, number)).toISOString();
    const { count_version = 0 } = (await subscriptions.get(user_id, feed_id)) ?? {};
    await subscriptions.setCount(user_id, feed_id, {
      unread_count: number,
      counted_at,
      counted_seq: 0,
      recount_at: null,
      count_version,
    });
  }
  if (kind === 'leave') await subscriptions.markLeaving(user_id, feed_id, `job${number % 2}`, null);
  if (kind === 'end leaving') await subscriptions.endLeaving(user_id, feed_id, `job${number % 2}`);
  if (kind === 'delete') await subscriptions.delete(user_id, feed_id);
  if (kind === 'change feed') {
    await feeds.create(sampleFeed({ feed_id, url: `https://feed.example/${feed_id}` }));
    await feeds.update(feed_id, { title: `feed ${number}` });
  }
};

type Listed = Awaited<ReturnType<SubscriptionStore['listAll']>>;
const ofFeed = ({ followed, leaving }: Listed, feedId: string) =>
  [...followed, ...leaving].filter(({ feed_id }) => feed_id === feedId);

const byId = (feeds: FollowedFeed['feed'][]) => feeds.toSorted((a, b) => (a.feed_id < b.feed_id ? -1 : 1));

describe('what a process keeps of the table that it alone writes', () => {
  it('is what the table has: after each write for whoever wrote, and for everybody at rest, also after failed reads', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.array(step, { maxLength: 6 }), { maxLength: STRANDS }), { maxLength: 5 }),
        async (rounds) => {
          const { kept, fresh, failNext, stopFailing, close } = openBoth();
          const runStrand = async (steps: Step[], strand: number): Promise<void> => {
            for (const one of steps) {
              const feedId = feedOf(strand, one.feed);
              const user_id = nameOf(one.reader);
              if (one.kind === 'fail') failNext();
              const early = Promise.allSettled([
                kept.subscriptions.listAll(user_id),
                kept.feeds.getMany([feedId]),
              ]);
              await write(kept, one, feedId);
              const [known, feeds] = await Promise.all([
                kept.subscriptions.listAll(user_id).catch(() => null),
                kept.feeds.getMany([feedId, ...allFeeds.slice(0, one.number % 5)]).catch(() => null),
              ]);
              await early;
              const [stored, storedFeeds] = await Promise.all([
                fresh.subscriptions.listAll(user_id),
                fresh.feeds.getMany([feedId]),
              ]);
              // Null if the read was made to fail.
              expect(known === null ? null : ofFeed(known, feedId)).toEqual(
                known === null ? null : ofFeed(stored, feedId),
              );
              expect(feeds?.filter(({ feed_id }) => feed_id === feedId) ?? storedFeeds).toEqual(storedFeeds);
            }
          };
          for (const strands of rounds) {
            await Promise.all(strands.map(runStrand));
            stopFailing();
            for (const user_id of new Set([0, ...strands.flat().map(({ reader }) => reader)].map(nameOf)))
              expect(await kept.subscriptions.listAll(user_id)).toEqual(
                await fresh.subscriptions.listAll(user_id),
              );
            expect(byId(await kept.feeds.getMany(allFeeds))).toEqual(
              byId(await fresh.feeds.getMany(allFeeds)),
            );
          }
          close();
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('is handed out as the same objects until it is written', async () => {
    const { kept, close } = openBoth();
    const { subscriptions, feeds } = kept;
    const feed_id = sampleFeedId(1);
    await subscriptions.create(sampleSubscription({ user_id: 'anna', feed_id }));
    await feeds.create(sampleFeed({ feed_id }));
    const read = async () => [await subscriptions.list('anna'), (await feeds.getMany([feed_id]))[0]] as const;
    const [list, feed] = await read();
    expect(await read()).toSatisfy(([again, same]) => again === list && same === feed);
    await subscriptions.update('anna', feed_id, { title: 'Mine' });
    await feeds.update(feed_id, { title: 'Theirs' });
    expect(await read()).toMatchObject([[{ title: 'Mine' }], { title: 'Theirs' }]);
    close();
  });
});
