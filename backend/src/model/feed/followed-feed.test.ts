import { describe, expect, it } from 'vitest';
import type { Feed } from './feed.ts';
import { withFeeds } from './followed-feed.ts';
import type { Subscription } from './subscription.ts';

const subscription = (feed_id: string) => ({ feed_id, folder: `folder of ${feed_id}` }) as Subscription;
/** Holds the feeds `a` and `b`, and returns those asked for in no particular order. */
const feeds = {
  getMany: async (ids: string[]) =>
    ['b', 'a']
      .filter((id) => ids.includes(id))
      .map((feed_id) => ({ feed_id, title: `Feed ${feed_id}` }) as Feed),
};

describe('withFeeds', () => {
  it('pairs each subscription with its feed, in the order of the subscriptions', async () => {
    const pairs = await withFeeds(feeds, [subscription('a'), subscription('b')]);
    expect(pairs.map(({ feed, subscription: { folder } }) => [feed.title, folder])).toEqual([
      ['Feed a', 'folder of a'],
      ['Feed b', 'folder of b'],
    ]);
  });

  it('throws for a subscription without a feed, or leaves it out if the caller asks for that', async () => {
    const all = [subscription('c'), subscription('a')];
    await expect(withFeeds(feeds, all)).rejects.toThrow('feed c is subscribed to but missing');
    const missing: string[] = [];
    const pairs = await withFeeds(feeds, all, (feedId) => missing.push(feedId));
    expect(pairs.map(({ feed }) => feed.feed_id)).toEqual(['a']);
    expect(missing).toEqual(['c']);
  });
});
