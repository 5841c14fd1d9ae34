import { z } from 'zod';
import { articleId } from '../schemas/common.ts';
import { page } from '../schemas/common.ts';
import {
  markedFound,
  markFound,
  newSavedSearch,
  savedSearch,
  savedSearchChanges,
  savedSearchCounts,
  savedSearchCountsQuery,
  savedSearchOrder,
  searchId,
} from '../search/saved-searches.ts';
import { relatedArticles, relatedQuery, searchPage, searchQuery } from '../search/search.ts';
import type { Endpoint } from './shape/endpoint.ts';

const bySearch = z.object({ search_id: searchId });

/** The endpoints that find articles among all that a reader has, and for saved searches, each of which is a list of its own. */
export const searchEndpoints = {
  searchArticles: {
    method: 'GET',
    path: '/api/search',
    summary:
      'The reader’s articles that match a query: words (all must match but those of grammar, the last one as a prefix), "phrases", -not, OR, parentheses, title: author: feed: folder: tag: is:unread|read|saved after: before: importance:>60 and like:. A query that is wrong answers INVALID_QUERY with its place. `total` and `facets` count what matches. If that is fewer than 20, articles with the most of the words follow, rare words counting more: `partial` of them. Phrases, fields, groups, OR and - are never left out. Days begin at midnight in the time zone `tz`. What was not read by a search before is read newest first, about two seconds a request; `indexed` says how far that is.',
    access: 'reader',
    limit: 'search',
    query: searchQuery,
    status: 200,
    response: searchPage,
    errors: ['INVALID_QUERY', 'INVALID_CURSOR'],
  },
  listRelated: {
    method: 'GET',
    path: '/api/articles/{article_id}/related',
    summary:
      'The reader’s articles that are near to an article in meaning, the nearest first, one of a story; empty if none is near, or if no search has read them yet.',
    access: 'reader',
    limit: 'search',
    params: z.object({ article_id: articleId }),
    query: relatedQuery,
    status: 200,
    response: relatedArticles,
    errors: ['NOT_FOUND'],
  },
  listSearches: {
    method: 'GET',
    path: '/api/searches',
    summary: 'All saved searches in the reader’s order.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    status: 200,
    response: page(savedSearch),
    errors: [],
  },
  countSearches: {
    method: 'GET',
    path: '/api/searches/counts',
    summary:
      'The number of unread articles that each saved search finds. While `indexed.articles` is below `indexed.of`, texts are still being looked through.',
    access: 'reader',
    limit: 'search',
    query: savedSearchCountsQuery,
    status: 200,
    response: savedSearchCounts,
    errors: [],
  },
  addSearch: {
    method: 'POST',
    path: '/api/searches',
    summary: 'Save a search after the others. A repeated call returns the search that is there.',
    access: 'reader',
    limit: 'public',
    body: newSavedSearch,
    status: 201,
    response: savedSearch,
    errors: ['INVALID_QUERY', 'SEARCH_EXISTS', 'SEARCH_LIMIT'],
  },
  orderSearches: {
    method: 'PUT',
    path: '/api/searches',
    summary: 'Set the order of the saved searches. All of them must be named.',
    access: 'reader',
    limit: 'public',
    body: savedSearchOrder,
    status: 200,
    response: page(savedSearch),
    errors: [],
  },
  updateSearch: {
    method: 'PUT',
    path: '/api/searches/{search_id}',
    summary: 'Rename a saved search, or change what it looks for.',
    access: 'reader',
    limit: 'public',
    params: bySearch,
    body: savedSearchChanges,
    status: 200,
    response: savedSearch,
    errors: ['NOT_FOUND', 'INVALID_QUERY', 'SEARCH_EXISTS'],
  },
  deleteSearch: {
    method: 'DELETE',
    path: '/api/searches/{search_id}',
    summary: 'Remove a saved search. The articles stay.',
    access: 'reader',
    limit: 'public',
    params: bySearch,
    status: 204,
    errors: ['NOT_FOUND'],
  },
  markFound: {
    method: 'POST',
    path: '/api/search/mark-read',
    summary:
      'Mark up to 200 unread articles read that a search finds, and say which, so that `PUT /api/articles/read` can take it back. Call again while `remaining` is above 0.',
    access: 'reader',
    limit: 'search',
    body: markFound,
    status: 200,
    response: markedFound,
    errors: ['INVALID_QUERY'],
  },
} as const satisfies Record<string, Endpoint>;
