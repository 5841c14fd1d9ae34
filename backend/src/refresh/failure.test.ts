import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedErrorCode } from '../contract/index.ts';
import { afterFailure, failureOfResponse, retryAfter } from './failure.ts';
import { nextFetchAt } from './schedule/next-fetch.ts';

const now = new Date('2026-03-01T08:00:00.000Z');
const minutesUntil = (at: string | null) => (Date.parse(at ?? '') - now.getTime()) / 60_000;
const fresh = { consecutive_errors: 0, error_code: null };
const failure = (code: (typeof feedErrorCode.options)[number], retry_after: number | null = null) => ({
  code,
  message: 'why',
  retry_after,
});

describe('afterFailure', () => {
  it.each(['unauthorized', 'forbidden', 'not_found', 'gone'] as const)(
    'stops the feed at once for %s',
    (code) => {
      expect(afterFailure(fresh, failure(code), now).fetch_status).toBe('stopped');
    },
  );

  it('backs off from 30 minutes, doubled up to 12 hours', () => {
    const waits: number[] = [];
    let feed: Parameters<typeof afterFailure>[0] = fresh;
    for (let failures = 0; failures < 8; failures++) {
      const next = afterFailure(feed, failure('server_error'), now);
      waits.push(minutesUntil(next.next_fetch_at));
      feed = next;
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 720, 720, 720]);
  });

  it('stops after ten unreadable documents in a row, and another kind of answer resets the count', () => {
    let feed: ReturnType<typeof afterFailure> | typeof fresh = fresh;
    for (let failures = 0; failures < 9; failures++) feed = afterFailure(feed, failure('parse_failed'), now);
    expect(feed).toMatchObject({ fetch_status: 'active', consecutive_errors: 9 });
    expect(afterFailure(feed, failure('not_a_feed'), now).fetch_status).toBe('stopped');
    const unreachable = afterFailure(feed, failure('unreachable'), now);
    expect(afterFailure(unreachable, failure('parse_failed'), now)).toMatchObject({ consecutive_errors: 1 });
  });

  it('always leaves a next fetch between 30 minutes and 24 hours away', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.constantFrom(...feedErrorCode.options),
        fc.constantFrom(null, ...feedErrorCode.options),
        fc.option(fc.nat()),
        (consecutive_errors, code, error_code, wait) => {
          const { next_fetch_at } = afterFailure(
            { consecutive_errors, error_code },
            failure(code, wait),
            now,
          );
          expect(minutesUntil(next_fetch_at)).toBeGreaterThanOrEqual(30);
          expect(minutesUntil(next_fetch_at)).toBeLessThanOrEqual(24 * 60);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('retryAfter', () => {
  it('reads seconds and dates', () => {
    expect(retryAfter('120', now)).toBe(120);
    expect(retryAfter('Sun, 01 Mar 2026 09:00:00 GMT', now)).toBe(3600);
    expect(retryAfter('Sun, 01 Mar 2026 07:00:00 GMT', now)).toBe(0);
    expect(retryAfter('soon', now)).toBeNull();
    expect(retryAfter(undefined, now)).toBeNull();
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
    const response = {
      status,
      url: 'https://a.example/',
      redirects: [],
      headers: {},
      body: new Uint8Array(),
    };
    expect(failureOfResponse(response, now)?.code).toBe(code);
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
          const wait = minutesUntil(nextFetchAt(feedId, interval, now));
          expect(wait).toBeGreaterThanOrEqual(Math.max(30, interval * 0.9 - 0.01));
          expect(wait).toBeLessThanOrEqual(interval * 1.1 + 0.01);
        },
      ),
    );
  });
});
