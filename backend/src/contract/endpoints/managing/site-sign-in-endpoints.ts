import { z } from 'zod';
import { feedId } from '../../schemas/common.ts';
import { feed, newFeed } from '../../schemas/feeds.ts';
import { newSiteSignIn, siteSignIn } from '../../schemas/site-sign-in.ts';
import type { Endpoint } from '../shape/endpoint.ts';

const byFeed = z.object({ feed_id: feedId });

/** The endpoints for a reader's sign-in at the site of a feed. */
export const siteSignInEndpoints = {
  followWithSignIn: {
    method: 'POST',
    path: '/api/private-feeds',
    summary:
      'Subscribe to a feed of a site that asks for a sign-in: a cookie, a user name and password, or headers. They are kept encrypted, sent to the site of the address alone (its scheme, host and port, never after a redirect to another), and never shown again. The feed is this reader’s own: other readers of the same address share nothing with it.',
    access: 'reader',
    limit: 'feed_registration',
    body: z.strictObject({ url: newFeed.shape.url, folder: newFeed.shape.folder, sign_in: newSiteSignIn }),
    status: 201,
    response: feed,
    errors: [
      'ALREADY_SUBSCRIBED',
      'SUBSCRIPTION_LIMIT',
      'FEED_NOT_FOUND',
      'FEED_UNREACHABLE',
      'FEED_INVALID',
      'ADDRESS_REFUSED',
    ],
  },
  getFeedSignIn: {
    method: 'GET',
    path: '/api/feeds/{feed_id}/sign-in',
    summary:
      'Of which kinds the sign-in for the site of a feed is, and since when. Nothing more is told of it.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    params: byFeed,
    status: 200,
    response: siteSignIn,
    errors: ['NOT_FOUND'],
  },
  setFeedSignIn: {
    method: 'PUT',
    path: '/api/feeds/{feed_id}/sign-in',
    summary:
      'Give a feed a sign-in for its site, as `POST /api/private-feeds` does, in place of an earlier one. The site is asked first: a sign-in that it refuses changes nothing. A feed that others may follow too becomes the reader’s own, with another `feed_id`, and takes over the articles; those that are there keep the texts that they have.',
    access: 'reader',
    limit: 'feed_registration',
    params: byFeed,
    body: newSiteSignIn,
    status: 200,
    response: feed,
    errors: ['NOT_FOUND', 'FEED_UNREACHABLE', 'ADDRESS_REFUSED'],
  },
  deleteFeedSignIn: {
    method: 'DELETE',
    path: '/api/feeds/{feed_id}/sign-in',
    summary: 'Delete the sign-in. The feed stays the reader’s own and is asked for without.',
    access: 'reader',
    limit: 'public',
    params: byFeed,
    status: 204,
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint>;
