import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRule } from '../../../src/contract/index.ts';
import { fanOut, type FanOutLimits } from '../../../src/delivery/fan-out.ts';
import { EmbeddingError } from '../../../src/model/score/embedder.ts';
import type { ScoreMessage } from '../../../src/queues/messages.ts';
import { makeKeywordVector } from '../../../src/scoring/keyword-vector.ts';
import { StorageUnavailableError } from '../../../src/storage/table/errors.ts';
import type { TableClient } from '../../../src/storage/table/table.ts';
import { newStoryMemory } from '../../../src/stories/find-stories.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { runs } from '../../harness/property-runs.ts';
import { anyCharacter } from '../../harness/samples/any-character.ts';
import { sampleFeed, sampleKeyword, sampleSubscription } from '../../harness/samples/storage-samples.ts';
import { seedArticle, seedFeed, watchedEmbedder } from '../../harness/scoring-samples.ts';

/** A subscriber: paused ones get nothing, those with rules use up steps, those with a keyword have scores. */
type Subscribed = { user_id: string; is_active: boolean; hasRules: boolean; hasKeyword: boolean };

const anyId = fc.oneof(
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 6 }),
  fc.stringMatching(/^[0-9a-f]{32}$/),
  // Ids that are the beginnings of others, and some with the characters of keys.
  fc.constantFrom('a', 'aa', 'a#', 'a#b', '#', 'A', 'aaa', '~', '\u{ff5e}', '\u{1f600}'),
);
const subscribed: fc.Arbitrary<Subscribed[]> = fc.uniqueArray(
  fc.record({
    user_id: anyId,
    is_active: fc.constantFrom(true, true, true, false),
    hasRules: fc.boolean(),
    hasKeyword: fc.boolean(),
  }),
  { minLength: 1, maxLength: 24, selector: ({ user_id }) => user_id },
);
const limits: fc.Arbitrary<FanOutLimits> = fc.record({
  subscribers: fc.integer({ min: 1, max: 30 }),
  entries: fc.integer({ min: 1, max: 60 }),
  parts: fc.integer({ min: 2, max: 5 }),
  // An article of this suite takes some 200 steps of a reader with rules.
  steps: fc.integer({ min: 1, max: 3000 }),
});
const worlds = fc.record({
  all: subscribed,
  articles: fc.integer({ min: 1, max: 5 }),
  limits,
  waiting: fc.nat(),
  seed: fc.nat(),
});
type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never;

/** Returns numbers from 0 to 1 that depend on the seed alone. */
const numbersFrom = (seed: number): (() => number) => {
  let state = seed % 2_147_483_647 || 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

/** The chances that a request of the table, the model and the queue fails, and that a handled message comes again. */
type Weather = { table: number; down: number; refused: number; queue: number; again: number };

const calm: Weather = { table: 0, down: 0, refused: 0, queue: 0, again: 0 };
const stormy: Weather = { table: 0.01, down: 0.2, refused: 0.2, queue: 0.1, again: 0.2 };
/** Number of messages that are handled in bad weather before it gets calm. */
const STORM = 40;
/** More messages than any fan-out of such a world needs. */
const MOST_MESSAGES = 2000;

const JOB = { job_id: 'job000000001', part: 0, new_articles: 1, total: null, unchanged: null, left_out: 0 };

const follow = async (app: TestApp, { user_id, is_active, hasRules, hasKeyword }: Subscribed) => {
  const { subscribers, subscriptions, keywords, profiles } = app.stores;
  await subscriptions.create(sampleSubscription({ user_id, feed_id: seedFeed, unread_count: 0 }));
  await subscribers.put({
    feed_id: seedFeed,
    user_id,
    fetch_interval_minutes: null,
    text_mode: 'auto',
    volume: 'normal',
    is_active,
  });
  if (hasRules) {
    const conditions = [{ field: 'text' as const, any_of: ['no such words', 'b?d'] }];
    await app
      .as(user_id)
      .call('addRule', { body: newRule.parse({ name: 'Never', conditions, effects: { mute: true } }) });
  }
  if (!hasKeyword) return;
  const keyword = sampleKeyword({ user_id });
  await keywords.create(keyword);
  await keywords.putVector({ ...(await makeKeywordVector(app.ctx, keyword)), user_id });
  await profiles.raiseKeywordsVersion(user_id, app.now().toISOString());
};

/**
 * Delivers a message of articles to the readers of a world and all messages that follow, in random order, some of them in bad weather.
 * Returns what was created and reported.
 */
const deliverIn = async ({ all, articles: count, limits, waiting, seed }: World, storms: boolean) => {
  const random = numbersFrom(seed);
  let weather = calm;
  const created = new Map<string, number>();
  const wrapTable = (table: TableClient): TableClient => {
    const guarded =
      <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        if (random() < weather.table) throw new StorageUnavailableError('The table does not answer');
        return run(...args);
      };
    return {
      ...table,
      get: guarded(table.get),
      batchGet: guarded(table.batchGet),
      queryPage: guarded(table.queryPage),
      queryAll: guarded(table.queryAll),
      update: guarded(table.update),
      put: guarded(async (item, condition) => {
        const sortKey = String(item['SK']);
        const isDone = await table.put(item, condition);
        if (sortKey.startsWith('ENTRY#')) {
          const key = `${String(item['PK'])} ${sortKey}`;
          created.set(key, (created.get(key) ?? 0) + 1);
        }
        return isDone;
      }),
    };
  };
  const { embedder } = watchedEmbedder(() => {
    if (random() < weather.down) return new EmbeddingError('the model is throttled', true);
    return random() < weather.refused ? new EmbeddingError('the text is refused', false) : null;
  });
  const app = await startTestApp({ wrapTable, embedder });
  try {
    await app.stores.feeds.create(sampleFeed({ feed_id: seedFeed }));
    for (const one of all) await follow(app, one);
    const articles = Array.from({ length: count }, (_, n) => seedArticle(app, n));
    await app.stores.articles.putMany(articles);
    const ids = articles.map(({ article_id }) => article_id);
    const listed = async (user_id: string) => (await app.stores.entries.getMany(user_id, ids)).length;

    const queue: ScoreMessage[] = [];
    const sendScore: typeof app.ctx.sendScore = async (messages) => {
      if (random() < weather.queue) throw new Error('the queue does not answer');
      queue.push(...messages.filter((message) => 'feed_id' in message));
    };
    const ctx = { ...app.ctx, storyMemory: newStoryMemory(), sendScore };
    const { user_id: reader, is_active: isWaiting } = all[waiting % all.length]!;
    queue.push({
      feed_id: seedFeed,
      article_ids: ids,
      sent_at: app.now().toISOString(),
      job: { ...JOB, user_id: reader, unprocessable: 0 },
    });
    let reports = 0;
    let handled = 0;
    for (; queue.length > 0; handled += 1) {
      if (handled > MOST_MESSAGES) throw new Error('the fan-out does not end');
      const [message] = queue.splice(Math.floor(random() * queue.length), 1);
      weather = storms && handled < STORM ? stormy : calm;
      const outcome = await fanOut(ctx, message!, limits).catch(() => null);
      const comesAgain = outcome === null || random() < weather.again;
      weather = calm;
      if (comesAgain) queue.push(message!);
      if (outcome !== true || message!.job === undefined) continue;
      reports += 1;
      if (isWaiting) expect(await listed(reader)).toBe(ids.length);
    }
    const entries = await Promise.all(
      all.map(async ({ user_id, is_active, hasKeyword }) => ({
        user_id,
        listed: await listed(user_id),
        unread: (await app.stores.subscriptions.get(user_id, seedFeed))?.unread_count,
        isRight: is_active ? ids.length : 0,
        unscored: hasKeyword
          ? (await app.stores.entries.getMany(user_id, ids)).filter(
              ({ importance_score }) => importance_score === null,
            ).length
          : 0,
      })),
    );
    return { entries, reports, created: [...created.values()], handled };
  } finally {
    await app.close();
  }
};

describe('messages of one fan-out, whatever the ids of the subscribers', { tags: ['long'] }, () => {
  it('bring each article to each active subscriber once, and the job is reported once', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const { entries, reports, created } = await deliverIn(world, false);
        for (const one of entries)
          expect(one).toMatchObject({ listed: one.isRight, unread: one.isRight, unscored: 0 });
        expect(created.filter((times) => times > 1)).toEqual([]);
        expect(reports).toBe(1);
      }),
      { numRuns: runs(100) },
    );
  });

  it('leave nobody out if the table, the queue and the model fail and messages come again', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const { entries, reports } = await deliverIn(world, true);
        for (const one of entries)
          expect(one).toMatchObject({ listed: one.isRight, unread: one.isRight, unscored: 0 });
        expect(reports).toBeGreaterThan(0);
      }),
      { numRuns: runs(100) },
    );
  });
});
