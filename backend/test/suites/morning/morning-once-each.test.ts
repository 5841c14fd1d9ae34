import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editionName } from '../../../src/edition/edition-blobs.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { anyKill, createNotifiedKills, type Kill } from '../../harness/kills/notified-kills.ts';
import { atLeastMet, runs } from '../../harness/property-runs.ts';
import { sampleNotified } from '../../harness/samples/notified-samples.ts';
import {
  sampleArticleId,
  sampleEntry,
  sampleFeedId,
  sampleSubscription,
} from '../../harness/samples/storage-samples.ts';
import { startMailServer, type MailAnswer, type MailServer } from '../../harness/servers/mail-server.ts';

let app: TestApp;
let server: MailServer;
const kills = createNotifiedKills();

beforeAll(async () => {
  server = await startMailServer();
  app = await startTestApp({ wrapTable: kills.wrapTable, mailUrl: server.url });
});
afterAll(() => Promise.all([app.close(), server.close()]));

const feed_id = sampleFeedId(0xabc);
let readers = 0;

/** Makes a reader with an unread article whose mail is due from now on. */
const makeReader = async (): Promise<string> => {
  const user_id = `reader${(readers += 1)}`;
  const at = app.now().toISOString();
  await app.stores.subscriptions.create(sampleSubscription({ user_id, feed_id }));
  await app.stores.entries.create(
    sampleEntry({
      user_id,
      article_id: sampleArticleId(1),
      feed_ids: [feed_id],
      published_at: at,
      created_at: at,
      expires_at: new Date(app.now().getTime() + 30 * 86_400_000).toISOString(),
    }),
  );
  const notified = sampleNotified(user_id);
  const morning = notified.morning!;
  await app.stores.notified.put(
    {
      ...notified,
      morning: {
        ...morning,
        settings: { ...morning.settings!, days: [1, 2, 3, 4, 5, 6, 7], time: '00:00', time_zone: 'UTC' },
        done_day: null,
        kept: {},
        failures: 0,
        rests_until: null,
      },
    },
    'made',
  );
  return user_id;
};

const anyRound = fc.record({
  /** Runs at the same time, as when an event is delivered twice. */
  together: fc.integer({ min: 1, max: 3 }),
  kill: anyKill(3),
  answer: fc.constantFrom<MailAnswer>(
    'takes it',
    'takes it',
    'refuses the mail',
    'refuses the address',
    'breaks off before',
    'breaks off after',
  ),
});

type Round = { together: number; kill: Kill; answer: MailAnswer };

const round = async ({ together, kill, answer }: Round): Promise<boolean> => {
  server.answer(() => answer);
  const wasKilled = await kills.during(kill, () =>
    Promise.all(Array.from({ length: together }, () => app.dispatch())),
  );
  app.advance(20);
  return wasKilled;
};

describe('the mail of a day', () => {
  it('comes once, however often it is run, wherever it is killed, and whatever the server answers; only a kill between claim and mail, or a connection that breaks off, loses it', async () => {
    const met = { killed: 0, lost: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(anyRound, { minLength: 1, maxLength: 2 }), async (rounds) => {
        // At midnight, so that all is within one day.
        app.advance((24 * 60 - ((app.now().getTime() / 60_000) % (24 * 60))) % (24 * 60));
        const user_id = await makeReader();
        let killed = 0;
        for (const each of rounds) if (await round(each)) killed += 1;
        // A mail that the server refused is sent again once the pause after the failure has ended.
        for (let n = 0; n < 2; n += 1) await round({ together: 1, kill: null, answer: 'takes it' });
        const kept = (await app.stores.notified.get(user_id))?.morning?.kept ?? {};
        await app.stores.notified.delete(user_id);
        const all = server.take();
        const taken = all.filter(({ answer }) => answer === 'takes it' || answer === 'breaks off after');
        const broken = rounds.filter(({ answer }) => answer === 'breaks off before').length;
        expect(taken.length).toBeLessThanOrEqual(1);
        // The day is kept once, and its blob is there, whoever else wrote one.
        const [[day, id] = ['', ''], ...others] = Object.entries(kept);
        expect([day, others]).toEqual([app.now().toISOString().slice(0, 10), []]);
        expect(await app.stores.blobs.get(editionName(user_id, day, id))).not.toBeNull();
        expect(taken.length + killed + broken).toBeGreaterThanOrEqual(1);
        met.killed += killed;
        met.lost += 1 - taken.length;
        met.refused += all.length - taken.length;
      }),
      { numRuns: runs(100), endOnFailure: true },
    );
    expect(Math.min(met.killed, met.lost, met.refused)).toBeGreaterThanOrEqual(atLeastMet(1));
  });
});
