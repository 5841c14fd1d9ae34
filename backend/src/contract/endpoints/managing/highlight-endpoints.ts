import { z } from 'zod';
import { articleId, page } from '../../schemas/common.ts';
import { highlight, highlightId, highlightQuery, newHighlight } from '../../schemas/highlights.ts';
import type { Endpoint } from '../shape/endpoint.ts';

const byId = z.object({ article_id: articleId, highlight_id: highlightId });

/** The endpoints for the passages that a reader marks in articles, and their notes. */
export const highlightEndpoints = {
  listHighlights: {
    method: 'GET',
    path: '/api/highlights',
    summary: 'All passages that the reader marked, article by article, at most 200 a page.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    query: highlightQuery,
    status: 200,
    response: page(highlight),
    errors: ['INVALID_CURSOR'],
  },
  setHighlight: {
    method: 'PUT',
    path: '/api/articles/{article_id}/highlights/{highlight_id}',
    summary:
      'Mark a passage of an article, or change its colour or note. The first call saves the article; a repeated one changes nothing. A highlight stays after the article was let go.',
    access: 'reader',
    limit: 'public',
    params: byId,
    body: newHighlight,
    status: 200,
    response: highlight,
    errors: ['NOT_FOUND', 'HIGHLIGHT_LIMIT'],
  },
  deleteHighlight: {
    method: 'DELETE',
    path: '/api/articles/{article_id}/highlights/{highlight_id}',
    summary: 'Take a mark and its note off an article, which stays saved.',
    access: 'reader',
    limit: 'public',
    params: byId,
    status: 204,
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint>;
