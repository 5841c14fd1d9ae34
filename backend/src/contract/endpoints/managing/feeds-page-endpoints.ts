import { z } from 'zod';
import { articleRow, MOST_SENT_BYTES, savedPage } from '../../schemas/articles.ts';
import { feedId, page, webAddress } from '../../schemas/common.ts';
import {
  feed,
  feedCandidate,
  feedFetches,
  feedFigures,
  newNewsletter,
  newFeed,
} from '../../schemas/feeds.ts';
import { feedPast, newsletter, pastRequest } from '../../schemas/history.ts';
import { job } from '../../schemas/jobs.ts';
import type { Endpoint } from '../shape/endpoint.ts';
import { newSiteSignIn, siteSignIn } from '../../schemas/site-sign-in.ts';

const byFeed = z.object({ feed_id: feedId });

/**
 * The endpoints of the page that manages feeds, of the one that adds them, of OPML documents, and for a reader's sign-in at the site of
 * a feed.
 */
export const feedsPageEndpoints = {
  getFeedFigures: {
    method: 'GET',
    path: '/api/feeds/figures',
    summary:
      'How many articles of each feed came and were read in the last 30 days, when, about which keywords, and how important its articles are. It reads up to 4,000 rows of the lists, so ask for it seldom.',
    access: 'reader',
    limit: 'protected',
    readsOnly: true,
    status: 200,
    response: feedFigures,
    errors: [],
  },
  discoverFeeds: {
    method: 'POST',
    path: '/api/feeds/discover',
    summary:
      'The feeds an address leads to, best first, with the latest items of up to six, without subscribing.',
    access: 'reader',
    limit: 'feed_registration',
    body: z.strictObject({ url: webAddress }),
    status: 200,
    response: page(feedCandidate),
    errors: ['FEED_NOT_FOUND', 'FEED_UNREACHABLE', 'FEED_INVALID', 'ADDRESS_REFUSED'],
  },
  addNewsletter: {
    method: 'POST',
    path: '/api/newsletters',
    summary:
      'Make an address for a newsletter. The mails that come to it are the articles of a feed of this reader alone, which takes the name of their sender. Unsubscribing from the feed ends the address. Answers NOT_FOUND where no mails are taken (`NEWSLETTER_ADDRESS`).',
    access: 'reader',
    limit: 'feed_registration',
    body: newNewsletter,
    status: 201,
    response: feed,
    errors: ['NOT_FOUND', 'SUBSCRIPTION_LIMIT'],
  },
  getNewsletter: {
    method: 'GET',
    path: '/api/feeds/{feed_id}/newsletter',
    summary:
      'The address of a newsletter, and of its last mail the sender, what was found of that sender, and where to unsubscribe. NOT_FOUND for a feed that is fetched; the `url` of a newsletter begins with `mailto:`.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    params: z.object({ feed_id: feedId }),
    status: 200,
    response: newsletter,
    errors: ['NOT_FOUND'],
  },
  getFeedFetches: {
    method: 'GET',
    path: '/api/feeds/{feed_id}/fetches',
    summary:
      'What became of the feed’s fetches on each of the last 30 days: `new` if something new came, otherwise `failed` if one failed, otherwise `unchanged`, or `none` without a fetch.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    params: z.object({ feed_id: feedId }),
    status: 200,
    response: feedFetches,
    errors: ['NOT_FOUND'],
  },
  compareFeed: {
    method: 'POST',
    path: '/api/feeds/{feed_id}/nearness',
    summary:
      'How near texts are to what the feed tells of: cosines of word vectors, in order. What all have in common does not count.',
    access: 'reader',
    limit: 'protected',
    params: z.object({ feed_id: feedId }),
    body: z.strictObject({ texts: z.array(z.string().min(1).max(300)).min(1).max(500) }),
    status: 200,
    response: z.object({ nearness: z.array(z.number()) }),
    errors: ['NOT_FOUND'],
  },
  savePage: {
    method: 'POST',
    path: '/api/saved-pages',
    summary:
      'Save the page at an address: its article is taken as a full text is, scored, and kept for this reader alone. An article that the reader has of the address is saved instead. A page that cannot be had leaves nothing, and `details.reason` says why. With `html`, the document as the reader’s browser shows it, at most 2 MB with the rest of the body, nothing is requested from the site: the text comes from that and is kept in the reader’s own copy alone, also of an article that a feed brought, whose later versions do not replace it. A repeated call changes nothing.',
    access: 'reader',
    limit: 'feed_registration',
    body: savedPage,
    maxBodyBytes: MOST_SENT_BYTES,
    status: 200,
    response: articleRow,
    errors: ['ADDRESS_REFUSED', 'BUSY', 'PAGE_NOT_SAVED'],
  },
  getFeedPast: {
    method: 'GET',
    path: '/api/feeds/{feed_id}/past',
    summary:
      'The ways to the articles of a feed from before its present document, with what each takes at most: the older documents to which it leads (RFC 5005, or the pages of WordPress), and the pages of its site by a sitemap, for which at most six are requested.',
    access: 'reader',
    limit: 'protected',
    params: z.object({ feed_id: feedId }),
    status: 200,
    response: feedPast,
    errors: ['NOT_FOUND'],
  },
  bringFeedPast: {
    method: 'POST',
    path: '/api/feeds/{feed_id}/past',
    summary:
      'Bring the articles of a feed from before its present document, at most 2,000, as read, in a job that can be cancelled. It requests one document or page after the other, as robots.txt allows. A repeated call goes on where the last one was stopped. One such job of a reader runs at a time.',
    access: 'reader',
    limit: 'protected',
    params: z.object({ feed_id: feedId }),
    body: pastRequest,
    status: 202,
    response: job,
    errors: ['NOT_FOUND', 'PAST_RUNNING'],
  },
  importOpml: {
    method: 'POST',
    path: '/api/import/opml',
    summary:
      'Take in a file of another reader: an OPML 1 or 2 document, JSON of FreshRSS, Miniflux, Inoreader or Feedly, a JSON Feed, either packed by gzip, or a ZIP archive of them. A job subscribes to its feeds, at most 1,000, whose `result.rows` tell of each: url, title, folder, feed_id, outcome (pending, imported, imported_unreachable, duplicate, failed), problem, why. A feed that does not answer now is subscribed to all the same. A feed that is followed already stays as it is, but one in no folder is put into the document’s folder. When the feeds have brought their articles, those that were saved or labelled there are saved or tagged, with the text of the file where they are not here, and those that were read there and are here are marked read. Nothing is taken away, so the same file again changes nothing. While an import goes on, another file is refused with IMPORT_RUNNING; the same one is answered with the job that runs.',
    access: 'reader',
    limit: 'protected',
    rawBody: { type: 'application/octet-stream', maxBytes: 4 * 1024 * 1024 },
    status: 202,
    response: job,
    errors: ['VALIDATION_FAILED', 'IMPORT_RUNNING'],
  },
  exportOpml: {
    method: 'GET',
    path: '/api/export/opml',
    summary:
      'All subscriptions as an OPML 2.0 document in the reader’s order, which imports again to the same.',
    access: 'reader',
    limit: 'public',
    status: 200,
    rawResponse: { type: 'text/x-opml', filename: 'omomi.opml' },
    errors: [],
  },
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
