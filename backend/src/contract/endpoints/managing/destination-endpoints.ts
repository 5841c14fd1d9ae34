import { z } from 'zod';
import { articleId, page } from '../../schemas/common.ts';
import {
  destination,
  destinationId,
  newDestination,
  sendTo,
  sentArticle,
} from '../../schemas/destinations.ts';
import type { Endpoint } from '../shape/endpoint.ts';

/** The endpoints for the places that a reader sends articles to. */
export const destinationEndpoints = {
  listDestinations: {
    method: 'GET',
    path: '/api/destinations',
    summary: 'The places that this reader sends articles to, in the order in which they were added.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    status: 200,
    response: page(destination),
    errors: [],
  },
  addDestination: {
    method: 'POST',
    path: '/api/destinations',
    summary:
      'Add a place to send articles to, at most 9. `open`: the page opens `address` with the article’s in place of {url} and {title}. `post`: POST /api/articles/{article_id}/send sends the article there as JSON with this header, whose value is never answered, and with `sends_saved` each article that the reader saves is sent there once, too; `last_sent` tells what came of the last of these.',
    access: 'reader',
    noTokens: true,
    limit: 'protected',
    body: newDestination,
    status: 201,
    response: destination,
    errors: ['DESTINATION_LIMIT'],
  },
  deleteDestination: {
    method: 'DELETE',
    path: '/api/destinations/{destination_id}',
    summary: 'Remove a place to send articles to.',
    access: 'reader',
    noTokens: true,
    limit: 'protected',
    params: z.object({ destination_id: destinationId }),
    status: 204,
    errors: ['NOT_FOUND'],
  },
  sendArticle: {
    method: 'POST',
    path: '/api/articles/{article_id}/send',
    summary:
      'Send an article to a destination of kind `post`, as one JSON object with its address, title, feed, author, tags, summary and times. Redirects are not followed, and nothing is tried again.',
    access: 'reader',
    limit: 'protected',
    params: z.object({ article_id: articleId }),
    body: sendTo,
    status: 200,
    response: sentArticle,
    errors: ['NOT_FOUND', 'ADDRESS_REFUSED', 'SENDING_FAILED'],
  },
} as const satisfies Record<string, Endpoint>;
