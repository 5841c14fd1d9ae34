import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestEngine } from '../../test/harness/engines/dynamodb-local.ts';
import { runs } from '../../test/harness/property-runs.ts';
import { startEmbedded } from '../../test/harness/engines/embedded-engine.ts';
import { patienceMs, type HostStore } from '../web/turns/pace.ts';
import { createTableClient } from './table/table.ts';
import { createHostStore } from './host-store.ts';

const START = Date.UTC(2026, 2, 1, 8);
const LONGEST_DELAY = 3_000;

let engine: TestEngine;
let hosts: HostStore;
beforeAll(async () => {
  engine = await startEmbedded();
  await engine.createTable('turns');
  hosts = createHostStore(createTableClient({ client: engine.client, tableName: 'turns' }));
});
afterAll(() => engine.close());

type Taker = {
  /** When it first asks. */
  from: number;
  delay: number;
  /** By how much it comes back late, or early, after each refusal, over and over. */
  lateness: number[];
  isBooking: boolean;
};

/** Times are in milliseconds from the start. */
const taker: fc.Arbitrary<Taker> = fc.record({
  from: fc.integer({ min: 0, max: 10_000 }),
  delay: fc.constantFrom(1000, 1100, LONGEST_DELAY),
  lateness: fc.array(fc.integer({ min: -600, max: 1000 }), { minLength: 1, maxLength: 5 }),
  isBooking: fc.boolean(),
});

/** One request as its server would see it: when it set out, how long its host must then be left alone. */
type Request = { at: number; delay: number; asks: number };

/** Lets the takers ask on one clock until each has had its turn. Those of the same time ask at once. */
const run = async (host: string, takers: Taker[]): Promise<Request[]> => {
  const requests: Request[] = [];
  let waiting = takers.map((each) => ({ ...each, at: each.from, asks: 0 }));
  while (waiting.length > 0) {
    const time = Math.min(...waiting.map(({ at }) => at));
    const asking = waiting.filter(({ at }) => at === time);
    waiting = waiting.filter(({ at }) => at !== time);
    const now = new Date(START + time);
    await Promise.all(
      asking.map(async (each) => {
        const { delay, lateness, isBooking } = each;
        const asks = each.asks + 1;
        if (isBooking) {
          const { wait_ms } = await hosts.bookTurn(host, now, delay);
          requests.push({ at: time + wait_ms, delay, asks });
          return;
        }
        const turn = await hosts.takeTurn(host, now, delay);
        if (turn.is_taken) requests.push({ at: time, delay, asks });
        else if (turn.wait_ms <= patienceMs)
          waiting.push({ ...each, asks: each.asks, at: time + turn.wait_ms });
        else
          waiting.push({ ...each, asks, at: time + turn.wait_ms + (lateness[asks % lateness.length] ?? 0) });
      }),
    );
  }
  return requests.toSorted((a, b) => a.at - b.at);
};

it('requests that come back some milliseconds early or late keep the pace: no turn is lost', async () => {
  const jitter = fc.array(fc.integer({ min: -16, max: 16 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(jitter, { minLength: 2, maxLength: 25 }), async (jitters) => {
      const takers = jitters.map((lateness) => ({ from: 0, delay: 1100, lateness, isBooking: false }));
      const requests = await run(`${randomUUID()}.example`, takers);
      const gaps = requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1100);
      // One that is late moves the turns after it by as much.
      expect(Math.max(...gaps)).toBeLessThanOrEqual(1100 + 16);
      // A refusal for each request but the first, and no second one.
      expect(requests.reduce((sum, { asks }) => sum + asks, 0)).toBe(2 * takers.length - 1);
    }),
    { numRuns: runs(200) },
  );
});

it('any number of takers never reach a host twice within a delay, and each has its turn in bounded time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(taker, { minLength: 1, maxLength: 25 }), async (takers) => {
      const requests = await run(`${randomUUID()}.example`, takers);
      expect(requests).toHaveLength(takers.length);
      const tooSoon = requests.filter(
        ({ at, delay }, index) => (requests[index + 1]?.at ?? Infinity) - at < delay,
      );
      expect(tooSoon).toEqual([]);
      const last = requests.at(-1)?.at ?? 0;
      const lastFrom = Math.max(...takers.map(({ from }) => from));
      expect(last - lastFrom).toBeLessThanOrEqual((3 * takers.length + 2) * LONGEST_DELAY);
      const asks = requests.reduce((sum, request) => sum + request.asks, 0);
      expect(asks).toBeLessThanOrEqual(4 * takers.length);
    }),
  );
});
