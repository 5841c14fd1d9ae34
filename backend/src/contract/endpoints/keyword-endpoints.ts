import { z } from 'zod';
import { keywordId, page } from '../schemas/common.ts';
import type { Endpoint } from './shape/endpoint.ts';
import { job } from '../schemas/jobs.ts';
import { modelState } from '../schemas/service.ts';
import { keyword, keywordChanges, newKeyword } from '../schemas/keywords.ts';

const byKeyword = z.object({ keyword_id: keywordId });

/** The endpoints for keywords, which say what matters to the reader. */
export const keywordEndpoints = {
  addKeyword: {
    method: 'POST',
    path: '/api/keywords',
    summary:
      'Add a weighted keyword; the ranking follows by itself. If the embedding model does not answer now, the keyword is kept with `is_pending`, and counts once the model answers.',
    access: 'reader',
    limit: 'public',
    body: newKeyword,
    status: 201,
    response: keyword,
    errors: ['KEYWORD_EXISTS', 'KEYWORD_LIMIT', 'MODEL_UNAVAILABLE'],
  },
  listKeywords: {
    method: 'GET',
    path: '/api/keywords',
    summary: 'All keywords, oldest first.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    status: 200,
    response: page(keyword),
    errors: [],
  },
  updateKeyword: {
    method: 'PUT',
    path: '/api/keywords/{keyword_id}',
    summary: 'Change the weight of a keyword, what it does, or switch it on or off.',
    access: 'reader',
    limit: 'public',
    params: byKeyword,
    body: keywordChanges,
    status: 200,
    response: keyword,
    errors: ['NOT_FOUND'],
  },
  deleteKeyword: {
    method: 'DELETE',
    path: '/api/keywords/{keyword_id}',
    summary: 'Remove a keyword.',
    access: 'reader',
    limit: 'public',
    params: byKeyword,
    status: 204,
    errors: ['NOT_FOUND'],
  },
  getModel: {
    method: 'GET',
    path: '/api/model',
    summary:
      'Whether the embedding model answers, since when it does not, and how many articles wait for it. They are scored by themselves once it answers.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    status: 200,
    response: modelState,
    errors: [],
  },
  recalculate: {
    method: 'POST',
    path: '/api/keywords/recalculate',
    summary: 'Score all of the reader’s articles again.',
    access: 'reader',
    limit: 'protected',
    status: 202,
    response: job,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
