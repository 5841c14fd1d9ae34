import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TableClient } from '../../../src/storage/table/table.ts';
import { startHubWorld, type HubWorld } from '../../harness/hub-world.ts';
import { runs } from '../../harness/property-runs.ts';
import { numberedItem as item } from '../../harness/servers/feed-server.ts';
import type { HubMood, HubSubscriber } from '../../harness/servers/hub-server.ts';

const DAY_MS = 86_400_000;
const HOURS = 60;

/** The process is killed at the nth write from now, before or after it. */
type Kill = { at: number; isAfter: boolean };

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('news'), isTold: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('forged'),
      secret: fc.constantFrom('', 'other'),
      method: fc.constantFrom('sha1', 'sha256', 'sha512'),
      isSigned: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('replay') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('verify'),
      mode: fc.constantFrom('subscribe', 'unsubscribe', 'denied', 'other'),
      isOtherTopic: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('mood'),
      mood: fc.constantFrom<HubMood>('verifies', 'denies', 'forgets', 'fails'),
      lease: fc.constantFrom(null, 1, 3600, 2 * 86_400, 10_000_000),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait'), hours: fc.constantFrom(1, 5, 26, 60) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('kill'),
      at: fc.integer({ min: 1, max: 6 }),
      isAfter: fc.boolean(),
    }),
  },
);

let world: HubWorld;
let kill: Kill | null = null;

/** Makes one write of the table fail, as a process that is killed there leaves it. */
const killing = (table: TableClient): TableClient => {
  const guarded =
    <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const dies = kill !== null && --kill.at === 0 ? kill : null;
      if (dies !== null) kill = null;
      if (dies?.isAfter === false) throw new Error('killed');
      const result = await run(...args);
      if (dies !== null) throw new Error('killed');
      return result;
    };
  return { ...table, put: guarded(table.put), update: guarded(table.update) };
};

beforeAll(async () => {
  world = await startHubWorld({ wrapTable: killing });
});
afterAll(() => world.close());

it('only what the hub has signed is heard, a challenge is echoed only for what was asked, and polling goes on', async () => {
  let made = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { app, hub, server } = world;
      const path = `/feed-${(made += 1)}`;
      const reader = world.reader(`reader${made}`);
      const site = (n: number) => ({ ...item(n), link: `https://site.example${path}/${n}` });
      let count = 1;
      /** Serves the feed, whose publisher wants to be asked each four hours without a hub. */
      const publish = () => {
        const all = Array.from({ length: count }, (_, at) => site(at + 1));
        const body = world.publish(path, all).replace('<channel>', '<channel><ttl>240</ttl>');
        server.set(path, { body });
        return body;
      };
      const topic = server.url(path);
      hub.state.mood = 'verifies';
      hub.state.lease = null;
      publish();
      const { feed_id } = await reader.follow(topic);
      await world.settle();
      const feed = async () => (await app.stores.feeds.get(feed_id))!;
      const came = new Set<string>();
      /** Lets time pass from one fetch to the next; a fetch is never more than a day away. */
      const wait = async (minutes: number) => {
        const end = app.now().getTime() + minutes * 60_000;
        for (;;) {
          const { next_fetch_at } = await feed();
          const ahead = Date.parse(next_fetch_at ?? '') - app.now().getTime();
          expect(ahead).toBeLessThanOrEqual(DAY_MS);
          const left = end - app.now().getTime();
          app.advance(Math.max(0, Math.min(ahead, left)) / 60_000);
          if (ahead > left) break;
          await app.dispatch();
          await world.settle();
        }
        // Articles go after a week, which is longer than any wait.
        for (const title of await reader.titles()) came.add(title);
      };
      await wait(2 * HOURS);

      /** Every address that the hub was given, with what it was asked for there last. */
      const known = () => {
        const forms = hub.asked.filter((form) => form.get('hub.topic') === topic);
        const last = new Map(forms.map((form) => [form.get('hub.callback') ?? '', form]));
        return [...last].map(([callback, form]): HubSubscriber & { form: URLSearchParams } => ({
          form,
          callback,
          topic,
          secret: form.get('hub.secret') ?? '',
          lease: 0,
        }));
      };
      const told: [HubSubscriber, string][] = [];
      const act = {
        news: async ({ isTold }: { isTold?: boolean }) => {
          count += 1;
          const body = publish();
          if (isTold !== true) return;
          for (const each of [...hub.subscribers.values()].filter((one) => one.topic === topic)) {
            told.push([each, body]);
            await hub.post(each, body);
          }
          await world.settle();
        },
        forged: async ({ secret = '', method = 'sha256', isSigned }: Partial<Forged>) => {
          const before = JSON.stringify(await feed());
          for (const each of known()) {
            const signing = isSigned === true ? { secret, method } : { header: null };
            expect([202, 410]).toContain(await hub.post(each, 'forged', signing));
          }
          expect(app.queues.fetch).toEqual([]);
          expect(JSON.stringify(await feed())).toBe(before);
        },
        replay: async () => {
          for (const [each, body] of told) await hub.post(each, body);
          await world.settle();
        },
        verify: async ({ mode = '', isOtherTopic }: { mode?: string; isOtherTopic?: boolean }) => {
          for (const { form, callback } of known()) {
            const id = callback.split('/').at(-1) ?? '';
            const { asked } = (await app.stores.hubs.get(id)) ?? { asked: null };
            const changes = { 'hub.mode': mode, ...(isOtherTopic === true ? { 'hub.topic': 'x' } : {}) };
            const isEchoed = await hub.verify(form, { 'hub.lease_seconds': '86400', ...changes });
            const isAsked =
              asked?.mode === mode && app.now().getTime() - Date.parse(asked.at) <= DAY_MS && !isOtherTopic;
            expect({ mode, isWrong: isEchoed && !isAsked }).toEqual({ mode, isWrong: false });
          }
        },
        mood: async ({ mood, lease }: { mood?: HubMood; lease?: number | null }) => {
          hub.state.mood = mood ?? 'verifies';
          hub.state.lease = lease ?? null;
        },
        wait: ({ hours = 0 }: { hours?: number }) => wait(hours * HOURS),
        kill: async ({ at = 1, isAfter = false }: Partial<Kill>) => {
          kill = { at, isAfter };
        },
      };
      for (const one of steps) await act[one.kind as keyof typeof act](one as never);

      // Whatever happened, a day later nothing is missing, and nothing came that was not published.
      kill = null;
      await wait(25 * HOURS);
      const published = Array.from({ length: count }, (_, at) => `Article ${at + 1}`);
      expect([...came].toSorted()).toEqual(published.toSorted());
      // A hub that works again has its lease when it is asked the next time.
      hub.state.mood = 'verifies';
      hub.state.lease = null;
      const asksIn = Date.parse((await feed()).push?.ask_at ?? '') - app.now().getTime();
      expect(asksIn).toBeLessThanOrEqual(16 * DAY_MS);
      app.advance(Math.max(asksIn, DAY_MS) / 60_000);
      await app.dispatch();
      await world.settle();
      expect(((await feed()).push?.until ?? '') > app.now().toISOString()).toBe(true);
      expect(app.deadLetters).toEqual([]);
      await reader.leave(feed_id);
      await app.dispatch();
      await world.settle();
      expect(await feed()).toMatchObject({ push: null, next_fetch_at: null });
    }),
    { numRuns: runs(100) },
  );
});

type Forged = { secret: string; method: string; isSigned: boolean };
