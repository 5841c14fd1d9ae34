import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../test/harness/app.ts';
import type { Feed, FeedStore } from '../model/feed/feed.ts';
import type { FetchMessage } from '../queues/messages.ts';
import { dispatch, isDispatchTurn } from './dispatch.ts';

const MINUTE_MS = 60_000;
const START = Date.parse('2026-03-01T00:00:00Z');

const feedDueAt = (due: number): Feed =>
  ({
    feed_id: '0123456789abcdef',
    url: 'https://a.example/feed.xml',
    next_fetch_at: new Date(due).toISOString(),
    fetch_interval_minutes: 60,
    publisher_ttl_minutes: null,
    skip_hours: null,
    feed_last_updated: null,
    created_at: '2026-02-28T00:00:00Z',
    last_fetched_at: null,
  }) as unknown as Feed;

const feedsDue = (listDue: (until: string) => Feed[]): FeedStore => {
  const feeds: Partial<FeedStore> = { listDue: async (until) => listDue(until) };
  return feeds as FeedStore;
};

/** Runs dispatch at these times while nobody takes the messages, and returns when it sent the feed. */
const sentOver = async (due: number, times: number[]): Promise<number[]> => {
  const sent: number[] = [];
  let at = 0;
  const ctx = {
    feeds: feedsDue((until) => (due <= Date.parse(until) ? [feedDueAt(due)] : [])),
    sendFetch: async (messages: FetchMessage[]) => void sent.push(...messages.map(() => at)),
    now: () => new Date(at),
    log: silentLog,
  };
  for (at of times) await dispatch(ctx, isDispatchTurn);
  return sent;
};

/** The runs of three hours, every four minutes, each up to a minute late. */
const runs = fc
  .array(fc.integer({ min: 0, max: 59_000 }), { minLength: 45, maxLength: 45 })
  .map((lateness) => lateness.map((late, index) => START + index * 4 * MINUTE_MS + late));

describe('dispatch on its schedule', () => {
  it('sends a feed once or twice for each half hour without a fetch, at most five minutes late', async () => {
    await fc.assert(
      fc.asyncProperty(runs, fc.integer({ min: 0, max: 60 * MINUTE_MS }), async (times, offset) => {
        const due = START + offset;
        const at = await sentOver(due, times);
        const halfHours = at.map((time) => Math.floor((time - due) / (30 * MINUTE_MS)));
        for (const each of new Set(halfHours))
          expect(halfHours.filter((one) => one === each).length).toBeLessThanOrEqual(2);
        expect([...new Set(halfHours)].slice(0, 3)).toEqual([0, 1, 2]);
        expect(at[0]! - due).toBeLessThan(5 * MINUTE_MS);
      }),
    );
  });

  it('sends every due feed when it runs once, outside its schedule', async () => {
    const sent: FetchMessage[] = [];
    const ctx = {
      feeds: feedsDue(() => [feedDueAt(START - 12 * MINUTE_MS)]),
      sendFetch: async (messages: FetchMessage[]) => {
        sent.push(...messages);
      },
      now: () => new Date(START),
      log: silentLog,
    };
    expect(await dispatch(ctx)).toBe(1);
    expect(sent).toHaveLength(1);
  });

  it('tells the feeds that have been due for three hours', async () => {
    const told: Record<string, unknown>[] = [];
    const dueSince = (minutes: number) => feedDueAt(START - minutes * MINUTE_MS);
    const ctx = {
      feeds: feedsDue(() => [dueSince(1), dueSince(179), dueSince(180), dueSince(2000)]),
      sendFetch: async () => {},
      now: () => new Date(START),
      log: { ...silentLog, info: (message: string, fields?: object) => told.push({ message, ...fields }) },
    };
    await dispatch(ctx, isDispatchTurn);
    expect(told).toMatchObject([{ message: 'dispatched', due: 4, late: 2 }]);
  });
});
