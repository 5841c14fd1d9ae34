import { afterAll, describe, expect, it } from 'vitest';
import { sampleResponse } from '../../test/harness/web/sample-response.ts';
import { inThreadParser } from '../../test/harness/in-thread-parser.ts';
import { createGuardedFetch } from '../web/fetch/create-guarded-fetch.ts';
import type { GuardedFetch } from '../web/guard/guarded-fetch.ts';
import { createRobotsRules } from '../web/robots/rules/robots-rules.ts';
import { discover } from './discover.ts';
import { differentFeeds } from './preview-feeds.ts';

const fetch = createGuardedFetch({ allowHosts: new Set(), userAgent: 'Omomi-test/1' });
afterAll(() => fetch.close());

const robotsFor = async () => createRobotsRules({ rules: [], crawl_delay_ms: null, sitemaps: [] });
const ctx = { fetch, parser: inThreadParser, robotsFor, now: () => new Date(), pause: async () => true };

const page = (head: string): string => `<!doctype html><html><head>${head}</head><body>Hi</body></html>`;
const rss = (title: string): string =>
  `<rss version="2.0"><channel><title>${title}</title><item><title>One</title><link>https://example.com/1</link></item></channel></rss>`;

const channel = 'UCabcdefghijklmnopqrstuv';
const videosOf = (id: string): string => `https://www.youtube.com/feeds/videos.xml?${id}`;
const partsOf = {
  channel: videosOf(`channel_id=${channel}`),
  long: videosOf(`playlist_id=UULF${channel.slice(2)}`),
};
const videos = (ids: string[]): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>The Channel</title><id>urn:x</id>${ids
    .map(
      (id) => `<entry><title>${id}</title><id>${id}</id><link href="https://www.youtube.com/${id}"/></entry>`,
    )
    .join('')}</feed>`;
/** Answers these addresses; all others with 404. */
const web = (site: Record<string, string>) => {
  const asked: string[] = [];
  const answers: GuardedFetch = async ({ url }) => {
    asked.push(url);
    const body = site[url];
    return sampleResponse({
      url,
      status: body === undefined ? 404 : 200,
      body: new TextEncoder().encode(body ?? ''),
    });
  };
  return { asked, ctx: { ...ctx, fetch: answers } };
};

describe('discover on known sites', () => {
  it.each([
    [
      'https://www.youtube.com/@handle',
      `<link rel="alternate" type="application/rss+xml" href="${partsOf.channel}">`,
    ],
    [
      'https://www.youtube.com/c/name',
      `<link rel="canonical" href="https://www.youtube.com/channel/${channel}">`,
    ],
    [`https://www.youtube.com/channel/${channel}`, null],
  ])('offers %s without Shorts and live streams beside the whole channel', async (address, head) => {
    const { ctx: known } = web({
      ...(head === null ? {} : { [address]: page(head) }),
      [partsOf.channel]: videos(['shorts/c', 'watch?v=b', 'watch?v=a']),
      [partsOf.long]: videos(['watch?v=b', 'watch?v=a']),
    });
    const { found, candidates } = await discover(known, address, { hasPreviews: true });
    expect(found?.url).toBe(partsOf.channel);
    expect(differentFeeds(candidates).map(({ url, title, part }) => ({ url, title, part }))).toEqual([
      { url: partsOf.channel, title: 'The Channel', part: undefined },
      { url: partsOf.long, title: 'The Channel', part: 'videos' },
    ]);
  });

  it('offers one feed of a channel without Shorts, and of an address that is a feed', async () => {
    const same = web({ [partsOf.channel]: videos(['watch?v=a']), [partsOf.long]: videos(['watch?v=a']) });
    const typed = await discover(same.ctx, `https://www.youtube.com/channel/${channel}`, {
      hasPreviews: true,
    });
    expect(differentFeeds(typed.candidates).map(({ url }) => url)).toEqual([partsOf.channel]);
    expect((await discover(same.ctx, partsOf.channel)).candidates).toHaveLength(1);
    expect((await discover(same.ctx, partsOf.long)).found?.url).toBe(partsOf.long);
  });

  const lookup = 'https://itunes.apple.com/lookup?id=1234567';
  const podcastPage = 'https://podcasts.apple.com/jp/podcast/a-show/id1234567?i=1000';

  it('finds a podcast by its page in the directory of Apple, whose lookup has the address', async () => {
    const feedUrl = 'https://show.example/feed.xml';
    const { asked, ctx: known } = web({
      [lookup]: JSON.stringify({ resultCount: 1, results: [{ kind: 'podcast', feedUrl }] }),
      [feedUrl]: rss('A show'),
    });
    expect((await discover(known, podcastPage)).found?.url).toBe(feedUrl);
    expect(asked).toEqual([lookup, feedUrl]);
  });

  it.each([
    '',
    '{',
    '[]',
    '{"results":[{}]}',
    '{"results":[{"feedUrl":7}]}',
    '{"results":[{"feedUrl":"file:///etc/passwd"}]}',
  ])('goes on with the page if the lookup answers %j', async (answer) => {
    const { asked, ctx: known } = web({ [lookup]: answer, [podcastPage]: rss('The page') });
    expect((await discover(known, podcastPage)).found?.parsed.title).toBe('The page');
    expect(asked).toEqual([lookup, podcastPage]);
  });

  it('follows no answer of the lookup to a private address', async () => {
    const answer = { results: [{ feedUrl: 'http://169.254.169.254/latest' }] };
    const guarded: GuardedFetch = async (request) =>
      request.url === lookup
        ? sampleResponse({ url: lookup, body: new TextEncoder().encode(JSON.stringify(answer)) })
        : request.url === podcastPage
          ? sampleResponse({ url: podcastPage, body: new TextEncoder().encode(rss('The page')) })
          : fetch(request);
    const { found, tried } = await discover({ ...ctx, fetch: guarded }, podcastPage);
    expect(found?.parsed.title).toBe('The page');
    expect(tried).toContain('http://169.254.169.254/latest');
  });

  it('finds a Bluesky profile, whose posts have no titles, and shows their first sentences', async () => {
    const posts = `<rss version="2.0"><channel><title>@some.one</title><link>https://bsky.app/profile/some.one</link>
      <item><link>https://bsky.app/profile/some.one/post/1</link><description>A post. It goes on.</description></item></channel></rss>`;
    const { ctx: known } = web({ 'https://bsky.app/profile/some.one/rss': posts });
    const { candidates } = await discover(known, 'https://bsky.app/profile/some.one', { hasPreviews: true });
    expect(candidates[0]?.preview?.map(({ title }) => title)).toEqual(['A post. It goes on.']);
  });
});
