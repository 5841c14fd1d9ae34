import { z } from 'zod';
import type { Endpoint } from '../shape/endpoint.ts';
import {
  createdFeedAddress,
  newFeedAddress,
  addressFile,
  addressQuery,
  addressId,
  feedAddressPage,
} from '../../export/feed-addresses.ts';
import { exportPage } from '../../export/export.ts';
import { taste, takenTaste } from '../../export/taste.ts';
import { editionQuery } from '../../schemas/articles.ts';
import { job } from '../../schemas/jobs.ts';

/** The endpoints for lists as feeds, export and deletion of the account. */
export const accountEndpoints = {
  getFeedByAddress: {
    method: 'GET',
    path: '/api/out/{file}',
    summary:
      'A list as a feed, for any feed reader, as Atom 1.0 or as JSON Feed 1.1, each article with the reasons: the 12 best stories of Today’s last 72 hours, or the newest 50 of another list. The same as a light page of HTML without a script, for the browsers of e-readers. A list of feeds is OPML 2.0. The address that `POST /api/feed-addresses` gives is all that it needs. Articles that are read stay in Today’s feed as long as Omomi keeps them, and asking begins no visit.',
    access: 'public',
    limit: 'public',
    params: z.object({ file: addressFile }),
    query: addressQuery,
    status: 200,
    documentResponse: {
      types: ['application/atom+xml', 'application/feed+json', 'text/html', 'text/x-opml'],
      maxAgeSeconds: 900,
    },
    errors: ['NOT_FOUND'],
  },
  getEdition: {
    method: 'GET',
    path: '/api/today/edition',
    summary:
      'Today as a book, EPUB 3: what matters of the last day, of a `day` or since `since`, also what has been read, with full texts, pictures, reasons and the other sources of each story. A day of which the morning edition was kept gives what that told. Asking begins no visit and marks nothing as read.',
    access: 'reader',
    limit: 'search',
    readsOnly: true,
    query: editionQuery,
    status: 200,
    fileResponse: { types: ['application/epub+zip'] },
    errors: [],
  },
  listFeedAddresses: {
    method: 'GET',
    path: '/api/feed-addresses',
    summary: 'The addresses under which lists are feeds, newest first, without what they are asked with.',
    access: 'reader',
    noTokens: true,
    limit: 'protected',
    status: 200,
    response: feedAddressPage,
    errors: [],
  },
  createFeedAddress: {
    method: 'POST',
    path: '/api/feed-addresses',
    summary:
      'Make an address under which a list is a feed, Today’s if none is named; at most 20. The paths are shown this once; whoever has one can read that feed and nothing else.',
    access: 'reader',
    noTokens: true,
    limit: 'protected',
    body: newFeedAddress,
    status: 201,
    response: createdFeedAddress,
    errors: ['FEED_ADDRESS_LIMIT'],
  },
  deleteFeedAddress: {
    method: 'DELETE',
    path: '/api/feed-addresses/{address_id}',
    summary: 'Revoke the address of a feed.',
    access: 'reader',
    noTokens: true,
    limit: 'protected',
    params: z.object({ address_id: addressId }),
    status: 204,
    errors: ['NOT_FOUND'],
  },
  exportAccount: {
    method: 'GET',
    path: '/api/me/export',
    summary:
      'Everything the reader has, a page at a time: keep asking with `next_cursor` and join the pages into one file.',
    access: 'reader',
    noTokens: true,
    limit: 'protected',
    query: z.strictObject({ cursor: z.string().max(500).optional() }),
    status: 200,
    response: exportPage,
    errors: ['INVALID_CURSOR'],
  },
  exportTaste: {
    method: 'GET',
    path: '/api/me/taste',
    summary:
      'What the reader cares about, to take to another Omomi: keywords with weights, rules, tags, what was said about articles, and which are saved or tagged.',
    access: 'reader',
    noTokens: true,
    limit: 'protected',
    status: 200,
    // Without the strictness of what is taken in: an answer leaves out what is not of it.
    response: z.object({ ...taste.shape }),
    errors: [],
  },
  importTaste: {
    method: 'POST',
    path: '/api/me/taste',
    summary:
      'Take the file of `GET /api/me/taste` in. Nothing of the reader’s own is changed or removed: a keyword keeps its weight, rules follow after those that are there, the later word about an article counts, and articles that are not among the reader’s are left out. A repeated call adds nothing.',
    access: 'reader',
    noTokens: true,
    limit: 'feed_registration',
    body: taste,
    status: 200,
    response: takenTaste,
    errors: [],
  },
  leave: {
    method: 'DELETE',
    path: '/api/me',
    summary:
      'Delete the account and everything in it for good. `email` is the account’s, typed again; a reader without one types their user_id. Every session and token ends before the answer.',
    access: 'reader',
    noTokens: true,
    limit: 'protected',
    body: z.strictObject({ email: z.string().trim().min(1).max(320) }),
    status: 202,
    response: job,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
