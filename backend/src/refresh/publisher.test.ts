import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalOf } from '../model/feed/fetches.ts';
import { fetchTerms, nextFetchAt } from './schedule.ts';
import { afterRedirects, permanentAddress } from '../discovery/requests.ts';
import { maxAge } from './document-facts.ts';
import { runs } from '../../test/harness/property-runs.ts';

const now = new Date('2026-03-01T08:00:00.000Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
const minutesUntil = (at: string) => (Date.parse(at) - now.getTime()) / 60_000;
const pace = { fetch_interval_minutes: null, publisher_ttl_minutes: null, created_at: daysAgo(100) };
const WEEK_MINUTES = 7 * 24 * 60;

describe('intervalOf', () => {
  it('is an hour while the feed often has new articles', () => {
    const interval = intervalOf({ ...pace, feed_last_updated: daysAgo(0.1) }, now);
    expect(interval).toEqual({ minutes: 60, reason: 'usual' });
  });
  it('is a tenth of the time since the last new article if that is longer, but at most a day', () => {
    const interval = intervalOf({ ...pace, feed_last_updated: daysAgo(2) }, now);
    expect(interval).toEqual({ minutes: 288, reason: 'publishes_rarely' });
    const never = intervalOf({ ...pace, feed_last_updated: null }, now);
    expect(never).toEqual({ minutes: 1440, reason: 'publishes_rarely' });
  });
  it('is the publisher’s interval if that is longer', () => {
    const feed = { ...pace, publisher_ttl_minutes: 240, feed_last_updated: daysAgo(0) };
    expect(intervalOf(feed, now)).toEqual({ minutes: 240, reason: 'publisher_asks' });
  });
  it('is the interval that a reader chose, however rarely the feed publishes and wants to be asked', () => {
    const feed = {
      ...pace,
      fetch_interval_minutes: 30,
      publisher_ttl_minutes: 1440,
      feed_last_updated: null,
    };
    expect(intervalOf(feed, now)).toEqual({ minutes: 30, reason: 'chosen' });
  });
});

const feedIds = fc.stringMatching(/^[0-9a-f]{16}$/);
const skipHours = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { maxLength: 10 });

describe('nextFetchAt', () => {
  it('always puts an automatic interval between 30 minutes and 24 hours away, outside the hours to skip', () => {
    fc.assert(
      fc.property(feedIds, fc.integer({ min: 0, max: 5000 }), skipHours, (feedId, interval, skip) => {
        const at = nextFetchAt(feedId, { interval_minutes: interval, skip_hours: skip }, now);
        expect(minutesUntil(at)).toBeGreaterThanOrEqual(30);
        expect(minutesUntil(at)).toBeLessThanOrEqual(1440);
        const isCapped = minutesUntil(at) === 1440;
        expect(isCapped || !skip.includes(new Date(at).getUTCHours())).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });

  it('never lets a week of a feed with a chosen interval pass with fewer fetches than it means', () => {
    const chosen = fc.integer({ min: 1, max: 24 }).map((halfHours) => halfHours * 30);
    const idleDays = fc.option(fc.integer({ min: 0, max: 90 }));
    const ttl = fc.option(fc.integer({ min: 1, max: 1440 }));
    fc.assert(
      fc.property(feedIds, chosen, idleDays, ttl, skipHours, (feedId, minutes, idle, publisherTtl, skip) => {
        const feed = {
          ...pace,
          fetch_interval_minutes: minutes,
          publisher_ttl_minutes: publisherTtl,
          feed_last_updated: idle === null ? null : daysAgo(idle),
          skip_hours: skip,
        };
        const end = now.getTime() + WEEK_MINUTES * 60_000;
        let fetches = 0;
        for (let at = now; at.getTime() < end; fetches += 1)
          at = new Date(nextFetchAt(feedId, fetchTerms(feed, at), at));
        expect(fetches).toBe(Math.ceil(WEEK_MINUTES / minutes));
      }),
      { numRuns: runs(200) },
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
  const feed = { url: 'https://old.example/feed', is_private: false, moved_to: null, moved_times: 0 };
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
  it('never moves if it is private, because its sign-in is for the site where it is', () => {
    const twice = { ...feed, is_private: true, moved_to: 'https://new.example/feed', moved_times: 2 };
    expect(afterRedirects(twice, toNew)).toBeNull();
  });
  it('follows only the permanent redirects of the chain', () => {
    expect(permanentAddress(redirects([301, 'https://a.example/'], [302, 'https://b.example/']))).toBe(
      'https://a.example/',
    );
    expect(permanentAddress(redirects([302, 'https://b.example/'], [301, 'https://c.example/']))).toBeNull();
  });
});
