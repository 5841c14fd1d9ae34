import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredChannel } from '../../../src/model/reader/notified.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { anyKill, createNotifiedKills, type Kill } from '../../harness/kills/notified-kills.ts';
import { atLeastMet, runs } from '../../harness/property-runs.ts';
import {
  sampleArticleId,
  sampleEntry,
  sampleFeedId,
  sampleSubscription,
} from '../../harness/samples/storage-samples.ts';
import { startPushServer, type Answer, type PushServer } from '../../harness/servers/push-server.ts';

let app: TestApp;
let server: PushServer;
const kills = createNotifiedKills();

beforeAll(async () => {
  server = await startPushServer();
  app = await startTestApp({ wrapTable: kills.wrapTable });
});
afterAll(() => Promise.all([app.close(), server.close()]));

const feed_id = sampleFeedId(0xabc);
let readers = 0;

/** Makes a reader with unread articles who is notified of all of them, at the server. */
const makeReader = async (articles: number): Promise<string> => {
  const user_id = `reader${(readers += 1)}`;
  const at = app.now().toISOString();
  await app.stores.subscriptions.create(sampleSubscription({ user_id, feed_id }));
  for (let n = 0; n < articles; n += 1)
    await app.stores.entries.create(
      sampleEntry({
        user_id,
        article_id: sampleArticleId(n),
        feed_ids: [feed_id],
        published_at: at,
        created_at: at,
        expires_at: new Date(app.now().getTime() + 30 * 86_400_000).toISOString(),
      }),
    );
  const channel: StoredChannel = {
    kind: 'webhook',
    address: `${server.origin}/${user_id}`,
    channel_id: '0123456789ab',
    created_at: at,
    last_sent_at: null,
    problem: null,
  };
  const settings = {
    is_on: true,
    what: { kind: 'feed' as const, feed_id },
    most_a_day: 10,
    quiet: null,
    time_zone: 'UTC',
    language: 'en' as const,
    page: 'https://omomi.example',
  };
  const rest = { told: [], secret: 's', failures: 0, rests_until: null, morning: null, revision: 0 };
  await app.stores.notified.put({ user_id, settings, since: at, channels: [channel], ...rest }, 'made');
  return user_id;
};

const anyAnswer = fc.constantFrom<Answer>(200, 200, 200, 503, 429, 502, 'breaks off');
const anyRound = fc.record({
  /** Runs at the same time, as when an event is delivered twice. */
  together: fc.integer({ min: 1, max: 3 }),
  kill: anyKill(8),
  answers: fc.array(anyAnswer, { minLength: 1, maxLength: 4 }),
});

const round = async ({ together, kill, answers }: { together: number; kill: Kill; answers: Answer[] }) => {
  let asked = 0;
  server.answer(() => answers[asked++ % answers.length] ?? 200);
  const wasKilled = await kills.during(kill, () =>
    Promise.all(Array.from({ length: together }, () => app.dispatch())),
  );
  app.advance(70);
  return wasKilled;
};

describe('a notification', () => {
  it('reaches a channel once, however often it is run, wherever it is killed, and whatever the channel answers; only a kill between claim and message loses one', async () => {
    const met = { killed: 0, lost: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(anyRound, { minLength: 1, maxLength: 3 }),
        async (articles, rounds) => {
          const user_id = await makeReader(articles);
          let kills = 0;
          for (const each of rounds) if (await round(each)) kills += 1;
          // What was refused is tried again, at the latest when the channel has rested.
          for (let n = 0; n < 3; n += 1) await round({ together: 1, kill: null, answers: [200] });
          await app.stores.notified.delete(user_id);
          const all = server.take();
          const taken = all.filter(({ answer }) => answer !== 503 && answer !== 429);
          const ids = taken.map(({ json }) => String(json.article.article_id));
          expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
          expect(ids.length).toBeGreaterThanOrEqual(articles - kills);
          met.killed += kills;
          met.lost += articles - ids.length;
          met.refused += all.length - taken.length;
        },
      ),
      { numRuns: runs(100), endOnFailure: true },
    );
    expect(Math.min(met.killed, met.lost, met.refused)).toBeGreaterThanOrEqual(atLeastMet(1));
  });
});
