import { z } from 'zod';
import { articleId } from '../../schemas/common.ts';
import { machineText, machineTextRequest } from '../../schemas/machine-texts.ts';
import type { Endpoint } from '../shape/endpoint.ts';

const params = z.object({ article_id: articleId });

/** The endpoints for what a model makes of an article, where the owner has named one. */
export const machineTextEndpoints = {
  getMachineText: {
    method: 'GET',
    path: '/api/articles/{article_id}/machine-text',
    summary:
      'A summary or a translation of an article by a model, if it was made, or the most that making it costs. NOT_FOUND where the service has no such model (`has_text_model` of `GET /api/health`).',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    params,
    query: machineTextRequest,
    status: 200,
    response: machineText,
    errors: ['NOT_FOUND'],
  },
  makeMachineText: {
    method: 'POST',
    path: '/api/articles/{article_id}/machine-text',
    summary:
      'Have the model make it, once for all readers who see the same text. Only the text and the title go to the model, as data. While `state` is `coming`, or after BUSY, ask again with GET. A failed call costs what it used, and may be repeated.',
    access: 'reader',
    limit: 'protected',
    params,
    body: machineTextRequest,
    status: 200,
    response: machineText,
    errors: ['NOT_FOUND', 'TEXT_MODEL_FAILED', 'TEXT_MODEL_LIMIT'],
  },
} as const satisfies Record<string, Endpoint>;
