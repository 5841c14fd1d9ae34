import { z } from 'zod';
import { feedId, page, instant } from '../schemas/common.ts';
import type { Endpoint } from './shape/endpoint.ts';
import { counts, feed, feedChanges, imageTypes, newFeed } from '../schemas/feeds.ts';
import { historyPage, historyQuery } from '../schemas/history.ts';
import { job } from '../schemas/jobs.ts';
import { changedFolder, folder, folderChanges, nameInPath } from '../schemas/folders.ts';

const byFeed = z.object({ feed_id: feedId });

const byName = z.object({ name: nameInPath });

/**
 * The endpoints for subscriptions: finding, following, moving and leaving feeds; and for folders. A folder exists as long as a feed is in
 * it; a feed is moved by its own endpoint.
 */
export const feedEndpoints = {
  addFeed: {
    method: 'POST',
    path: '/api/feeds',
    summary:
      'Subscribe to a feed by its address or by the address of a page that names it. One reader can follow `MAX_SUBSCRIPTIONS` feeds (1,000).',
    access: 'reader',
    limit: 'feed_registration',
    body: newFeed,
    status: 201,
    response: feed,
    errors: [
      'ALREADY_SUBSCRIBED',
      'SUBSCRIPTION_LIMIT',
      'SEVERAL_FEEDS',
      'FEED_NOT_FOUND',
      'FEED_UNREACHABLE',
      'FEED_INVALID',
      'ADDRESS_REFUSED',
    ],
  },
  listFeeds: {
    method: 'GET',
    path: '/api/feeds',
    summary: 'All subscriptions with their unread counts and health.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    status: 200,
    response: page(feed),
    errors: [],
  },
  getCounts: {
    method: 'GET',
    path: '/api/counts',
    summary:
      'The unread articles of each feed that has any. Ask for it as often as once a minute, with the ETag of the last answer: it reads the subscriptions alone.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    status: 200,
    response: counts,
    errors: [],
  },
  listUpdatedFeeds: {
    method: 'GET',
    path: '/api/feeds/updated',
    summary:
      'Subscriptions whose feed brought something new after `since`, or without it after the reader last read the feed; the latest first.',
    access: 'reader',
    limit: 'public',
    query: z.object({ since: instant.optional() }),
    status: 200,
    response: page(feed),
    errors: [],
  },
  getFeed: {
    method: 'GET',
    path: '/api/feeds/{feed_id}',
    summary: 'One subscription.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    params: byFeed,
    status: 200,
    response: feed,
    errors: ['NOT_FOUND'],
  },
  updateFeed: {
    method: 'PUT',
    path: '/api/feeds/{feed_id}',
    summary:
      'Rename, move to a folder or to another position, pause, or choose an interval (null: automatic). With `url`, subscribe to that feed instead, with the same settings; such a request counts as a registration too.',
    access: 'reader',
    limit: 'public',
    params: byFeed,
    body: feedChanges,
    status: 200,
    response: feed,
    errors: [
      'NOT_FOUND',
      'ALREADY_SUBSCRIBED',
      'SUBSCRIPTION_LIMIT',
      'FEED_NOT_FOUND',
      'FEED_UNREACHABLE',
      'FEED_INVALID',
      'ADDRESS_REFUSED',
    ],
  },
  deleteFeed: {
    method: 'DELETE',
    path: '/api/feeds/{feed_id}',
    summary:
      'Unsubscribe: the feed and its unsaved articles leave the reader’s lists at once. With more than 500 articles, a job removes them and is answered with (202).',
    access: 'reader',
    limit: 'public',
    params: byFeed,
    status: 204,
    acceptedResponse: job,
    errors: ['NOT_FOUND'],
  },
  resumeFeed: {
    method: 'POST',
    path: '/api/feeds/{feed_id}/resume',
    summary:
      'Put a stopped or failing feed back on the schedule and fetch it now, or a minute after the last fetch, which `next_fetch_at` says. A healthy feed stays as it is.',
    access: 'reader',
    limit: 'public',
    params: byFeed,
    status: 200,
    response: feed,
    errors: ['NOT_FOUND'],
  },
  getFeedHistory: {
    method: 'GET',
    path: '/api/feeds/{feed_id}/history',
    summary:
      'What the feed’s document carries and the reader’s lists do not, such as articles that have expired; the newest first. The document is the last one that the feed sent, kept for a year; a cursor serves that one alone. Nothing is stored.',
    access: 'reader',
    limit: 'protected',
    readsOnly: true,
    params: byFeed,
    query: historyQuery,
    status: 200,
    response: historyPage,
    errors: ['NOT_FOUND', 'INVALID_CURSOR', 'FEED_INVALID'],
  },
  getFeedIcon: {
    method: 'GET',
    path: '/api/feeds/{feed_id}/icon',
    summary:
      'The icon of a feed’s site, at most 100 KB and 1024 pixels wide and high, a vector image of shapes only. A feed’s `icon_url` leads here while there is one.',
    access: 'reader',
    // The first page shows one icon per feed, which can exceed a minute's limit; the browser caches them for a week.
    limit: 'none',
    params: byFeed,
    status: 200,
    imageResponse: { types: imageTypes, maxAgeSeconds: 604_800 },
    errors: ['NOT_FOUND'],
  },
  markFeedRead: {
    method: 'POST',
    path: '/api/feeds/{feed_id}/mark-read',
    summary: 'Mark every article of a feed read.',
    access: 'reader',
    limit: 'public',
    params: byFeed,
    status: 202,
    response: job,
    errors: ['NOT_FOUND'],
  },
  listFolders: {
    method: 'GET',
    path: '/api/folders',
    summary: 'All folders in the reader’s order, with the number of their feeds and unread articles.',
    access: 'reader',
    limit: 'public',
    status: 200,
    response: page(folder),
    errors: [],
  },
  updateFolder: {
    method: 'PUT',
    path: '/api/folders/{name}',
    summary:
      'Rename a folder for all of its feeds, or set its position. If there is a folder of the new name, the two become one, which keeps the position of the one that was there, and `is_merged` says so.',
    access: 'reader',
    limit: 'public',
    params: byName,
    body: folderChanges,
    status: 200,
    response: changedFolder,
    errors: ['NOT_FOUND'],
  },
  deleteFolder: {
    method: 'DELETE',
    path: '/api/folders/{name}',
    summary: 'Take the feeds out of a folder, so that it is gone. The feeds stay followed.',
    access: 'reader',
    limit: 'public',
    params: byName,
    status: 204,
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint>;
