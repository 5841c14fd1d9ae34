import { randomBytes } from 'node:crypto';
import type { Settings } from '../config/settings.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { writeFollowing, type WriteFollowingContext } from '../feeds/write-following.ts';
import { DomainError } from '../lib/errors.ts';
import { feedToWire, feedUnknown, newFeed, newSubscription } from '../model/feed/followed-feed.ts';
import { isNewsletter, mailAddressOf, newsletterAddress, tokenOf } from '../model/feed/newsletter.ts';

type AddContext = WriteFollowingContext & { settings: Pick<Settings, 'NEWSLETTER_ADDRESS'> };

/** The endpoints that make an address for a newsletter, and with it the feed of its mails, and that show what is known of it. */
export const newsletterEndpoints = (ctx: AddContext): HandlersOf<'addNewsletter' | 'getNewsletter'> => ({
  addNewsletter: async ({ reader: { user_id }, body: { folder = null, title = null } }) => {
    const pattern = ctx.settings.NEWSLETTER_ADDRESS;
    if (pattern === undefined) throw new DomainError('NOT_FOUND', 'This service takes no mails.');
    const token = tokenOf(randomBytes(20));
    const created_at = ctx.now().toISOString();
    const wanted = newFeed({
      ...newsletterAddress(pattern, token),
      // Until the first mail names its sender.
      title: `Newsletter ${token.slice(0, 4)}`,
      next_fetch_at: null,
      last_fetched_at: null,
      created_at,
    });
    const { feed, subscription } = await writeFollowing(ctx, wanted, ({ feed_id }) =>
      newSubscription({ user_id, feed_id, feed_title: wanted.title, created_at, folder, title }),
    );
    return feedToWire(feed, subscription);
  },
  getNewsletter: async ({ reader: { user_id }, params: { feed_id } }) => {
    const [subscription, feed] = await Promise.all([
      ctx.subscriptions.get(user_id, feed_id),
      ctx.feeds.get(feed_id),
    ]);
    if (subscription === null || feed === null || !isNewsletter(feed)) throw feedUnknown();
    const { from = null, unsubscribe = null, spf = null, dkim = null } = feed.mail ?? {};
    return { address: mailAddressOf(feed), from, unsubscribe_url: unsubscribe, spf, dkim };
  },
});
