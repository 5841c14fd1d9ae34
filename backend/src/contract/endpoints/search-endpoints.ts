import { z } from 'zod';
import { articleId } from '../schemas/common.ts';
import { relatedArticles, relatedQuery, searchPage, searchQuery } from '../schemas/search.ts';
import type { Endpoint } from './endpoint.ts';

/** The endpoints that find articles among all that a reader has. */
export const searchEndpoints = {
  searchArticles: {
    method: 'GET',
    path: '/api/search',
    summary:
      'The reader’s articles that match a query: words (all must match, the last one as a prefix), "phrases", -not, OR, parentheses, title: author: feed: folder: tag: is:unread|read|saved after: before: importance:>60 and like:. A query that is wrong answers INVALID_QUERY with its place. What was not read by a search before is read newest first, about two seconds a request; `indexed` says how far that is.',
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
} as const satisfies Record<string, Endpoint>;
