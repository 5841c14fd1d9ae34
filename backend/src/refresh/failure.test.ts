import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedErrorCode } from '../contract/index.ts';
import { afterFailure, failureOfResponse } from './failure.ts';
import { sampleResponse } from '../../test/harness/web/sample-response.ts';
import { nextFetchAt } from './schedule.ts';
import { runs } from '../../test/harness/property-runs.ts';

const now = new Date('2026-03-01T08:00:00.000Z');
const minutesUntil = (at: string | null) => (Date.parse(at ?? '') - now.getTime()) / 60_000;
const fresh = { consecutive_errors: 0, error_code: null, failing_since: null };
const failure = (code: (typeof feedErrorCode.options)[number], retry_after: number | null = null) => ({
  code,
  message: 'why',
  retry_after,
});

type Code = (typeof feedErrorCode.options)[number];
type Known = Parameters<typeof afterFailure>[0];

/** Fetches the feed whenever it is due, fails with `codeOf(number of the fetch)`, and stops with the feed. */
const failUntilStopped = (codeOf: (fetch: number) => Code, most = 200) => {
  let feed: Known = fresh;
  let time = now;
  const waits: number[] = [];
  for (let fetch = 0; fetch < most; fetch++) {
    const next = afterFailure(feed, failure(codeOf(fetch)), time);
    feed = next;
    if (next.fetch_status === 'stopped')
      return { waits, days: (time.getTime() - now.getTime()) / 86_400_000 };
    waits.push((Date.parse(next.next_fetch_at!) - time.getTime()) / 60_000);
    time = new Date(next.next_fetch_at!);
  }
  return { waits, days: null };
};

const refusals = [
  ...(['unauthorized', 'forbidden', 'not_found', 'http_error', 'not_a_feed', 'parse_failed'] as const),
  ...(['too_complex', 'too_large', 'too_many_redirects', 'address_refused'] as const),
];
const faults = ['server_error', 'unresolved', 'unreachable', 'timed_out', 'tls_failed'] as const;

describe('afterFailure', () => {
  it('stops the feed at once for 410 only', () => {
    const stopping = feedErrorCode.options.filter(
      (code) => afterFailure(fresh, failure(code), now).fetch_status === 'stopped',
    );
    expect(stopping).toEqual(['gone']);
  });

  it.each(refusals)(
    'retries after 1 to 12 hours for %s, and stops at the tenth failure after three days',
    (code) => {
      const { waits, days } = failUntilStopped(() => code);
      expect(waits).toEqual([60, 120, 240, 480, 720, 720, 720, 720, 720]);
      expect(days).toBeGreaterThanOrEqual(3);
      expect(days).toBeLessThan(4);
    },
  );

  it.each(faults)('retries after 5 minutes to 12 hours for %s, and stops after 30 days', (code) => {
    const { waits, days } = failUntilStopped(() => code);
    expect(waits.slice(0, 10)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 720, 720]);
    expect(days).toBeGreaterThanOrEqual(30);
    expect(days).toBeLessThan(31);
  });

  it('never stops for a server that limits its requests, and retries at most every hour', () => {
    const { waits, days } = failUntilStopped(() => 'rate_limited');
    expect(days).toBeNull();
    expect(Math.min(...waits)).toBe(60);
    expect(Math.max(...waits)).toBe(720);
  });

  it('does not stop a feed that a reader has tried ten times within three days', () => {
    let feed: Known = fresh;
    for (let minute = 0; minute < 100; minute++)
      feed = afterFailure(feed, failure('forbidden'), new Date(now.getTime() + minute * 60_000));
    expect(feed).toMatchObject({ fetch_status: 'active', failing_since: now.toISOString() });
  });

  it('does not count days without an answer as days of refusals', () => {
    const { days } = failUntilStopped((fetch) => (fetch < 30 ? 'unresolved' : 'not_found'));
    const silent = failUntilStopped(() => 'unresolved', 30).waits.reduce((a, b) => a + b, 0) / 1440;
    expect(days! - silent).toBeGreaterThanOrEqual(3);
  });

  it('continues to back off when the failures differ', () => {
    const { waits } = failUntilStopped((fetch) => (fetch % 2 === 0 ? 'server_error' : 'not_found'));
    expect(waits.slice(8, 20)).toEqual(Array.from({ length: 12 }, () => 720));
  });

  it('counts from now for a feed that failed before the time was recorded, or was resumed', () => {
    const old = { consecutive_errors: 40, error_code: 'not_found', failing_since: null } as const;
    expect(afterFailure(old, failure('not_found'), now)).toMatchObject({
      fetch_status: 'active',
      failing_since: now.toISOString(),
    });
  });

  it('always leaves a next fetch between 5 minutes and 24 hours away', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.constantFrom(...feedErrorCode.options),
        fc.constantFrom(null, ...feedErrorCode.options),
        fc.option(fc.nat()),
        fc.constantFrom(null, now.toISOString(), '2025-01-01T00:00:00.000Z'),
        (consecutive_errors, code, error_code, wait, failing_since) => {
          const feed = { consecutive_errors, error_code, failing_since };
          const { next_fetch_at } = afterFailure(feed, failure(code, wait), now);
          expect(minutesUntil(next_fetch_at)).toBeGreaterThanOrEqual(5);
          expect(minutesUntil(next_fetch_at)).toBeLessThanOrEqual(24 * 60);
          const asked = Math.min((wait ?? 0) / 60, 24 * 60);
          expect(minutesUntil(next_fetch_at)).toBeGreaterThanOrEqual(asked - 0.001);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe('failureOfResponse', () => {
  it.each([
    [200, undefined],
    [404, 'not_found'],
    [410, 'gone'],
    [429, 'rate_limited'],
    [503, 'server_error'],
    [418, 'http_error'],
  ])('reads HTTP %i as %s', (status, code) => {
    expect(failureOfResponse(sampleResponse({ status }), now)?.code).toBe(code);
  });
});

describe('nextFetchAt', () => {
  it('is always within 10 % of the interval and never under 30 minutes', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9a-f]{16}$/),
        fc.integer({ min: 1, max: 24 }),
        (feedId, halfHours) => {
          const interval = halfHours * 30;
          const wait = minutesUntil(nextFetchAt(feedId, { interval_minutes: interval }, now));
          expect(wait).toBeGreaterThanOrEqual(Math.max(30, interval * 0.9 - 0.01));
          expect(wait).toBeLessThanOrEqual(interval * 1.1 + 0.01);
        },
      ),
    );
  });
});
