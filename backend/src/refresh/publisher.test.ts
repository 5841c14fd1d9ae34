import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalOf, nextFetchAt } from './schedule/next-fetch.ts';
import { afterRedirects, permanentAddress } from '../discovery/permanent-move.ts';
import { maxAge } from './publisher-facts.ts';

const now = new Date('2026-03-01T08:00:00.000Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
const minutesUntil = (at: string) => (Date.parse(at) - now.getTime()) / 60_000;
const pace = { fetch_interval_minutes: 60, publisher_ttl_minutes: null, created_at: daysAgo(100) };

describe('intervalOf', () => {
  it('is the reader’s interval while the feed often has new articles', () => {
    expect(intervalOf({ ...pace, feed_last_updated: daysAgo(0.1) }, now)).toBe(60);
  });
  it('is a tenth of the time since the last new article if that is longer, but at most a day', () => {
    expect(intervalOf({ ...pace, feed_last_updated: daysAgo(2) }, now)).toBe(288);
    expect(intervalOf({ ...pace, feed_last_updated: null }, now)).toBe(1440);
  });
  it('is the publisher’s interval if that is longer', () => {
    expect(intervalOf({ ...pace, publisher_ttl_minutes: 240, feed_last_updated: daysAgo(0) }, now)).toBe(240);
  });
});

describe('nextFetchAt', () => {
  it('always lies between 30 minutes and 24 hours away, outside the hours to skip', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9a-f]{16}$/),
        fc.integer({ min: 0, max: 5000 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { maxLength: 10 }),
        (feedId, interval, skip) => {
          const at = nextFetchAt(feedId, interval, now, skip);
          expect(minutesUntil(at)).toBeGreaterThanOrEqual(30);
          expect(minutesUntil(at)).toBeLessThanOrEqual(1440);
          const isCapped = minutesUntil(at) === 1440;
          expect(isCapped || !skip.includes(new Date(at).getUTCHours())).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('maxAge', () => {
  it.each([
    ['max-age=3600', 3600],
    ['public, max-age="60", must-revalidate', 60],
    ['s-maxage=10', null],
    ['no-cache', null],
    [undefined, null],
  ])('reads %s as %s', (header, seconds) => expect(maxAge(header)).toBe(seconds));
});

describe('a feed that moved for good', () => {
  const feed = { url: 'https://old.example/feed', moved_to: null, moved_times: 0 };
  const redirects = (...steps: [number, string][]) => ({
    redirects: steps.map(([status, url]) => ({ status, url })),
  });
  const toNew = redirects([301, 'https://new.example/feed']);

  it('moves after the third permanent redirect in a row', () => {
    const first = { ...feed, ...afterRedirects(feed, toNew) };
    const second = { ...first, ...afterRedirects(first, toNew) };
    expect(second).toMatchObject({ url: feed.url, moved_times: 2 });
    expect(afterRedirects(second, toNew)).toEqual({
      url: 'https://new.example/feed',
      moved_to: null,
      moved_times: 0,
    });
  });
  it('restarts the count when the redirect changes or disappears', () => {
    const twice = { ...feed, moved_to: 'https://new.example/feed', moved_times: 2 };
    expect(afterRedirects(twice, redirects([308, 'https://else.example/']))).toMatchObject({
      moved_times: 1,
    });
    expect(afterRedirects(twice, redirects())).toEqual({ moved_to: null, moved_times: 0 });
    expect(afterRedirects(feed, redirects())).toBeNull();
  });
  it('follows only the permanent redirects of the chain', () => {
    expect(permanentAddress(redirects([301, 'https://a.example/'], [302, 'https://b.example/']))).toBe(
      'https://a.example/',
    );
    expect(permanentAddress(redirects([302, 'https://b.example/'], [301, 'https://c.example/']))).toBeNull();
  });
});
