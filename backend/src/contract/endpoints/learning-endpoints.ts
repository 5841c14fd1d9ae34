import { z } from 'zod';
import { articleId } from '../schemas/common.ts';
import { job } from '../schemas/jobs.ts';
import { articleOpinion, learned, opinionChoice, passedArticles } from '../learning/learning.ts';
import type { Endpoint } from './shape/endpoint.ts';

const byArticle = z.object({ article_id: articleId });

/** The endpoints by which Omomi learns from a reader who wants that. */
export const learningEndpoints = {
  getOpinion: {
    method: 'GET',
    path: '/api/articles/{article_id}/opinion',
    summary: 'The opinion that the reader gave of an article.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    params: byArticle,
    status: 200,
    response: articleOpinion,
    errors: ['NOT_FOUND'],
  },
  setOpinion: {
    method: 'PUT',
    path: '/api/articles/{article_id}/opinion',
    summary:
      'Like an article (`up`), dislike it (`down`), or take that back (null). Articles like it rank higher or lower: new ' +
      'ones after five minutes, those in the list with the next recalculation. Refused unless the preference `learns` is on.',
    access: 'reader',
    limit: 'public',
    params: byArticle,
    body: opinionChoice,
    status: 200,
    response: articleOpinion,
    errors: ['NOT_FOUND', 'LEARNING_OFF'],
  },
  notePassed: {
    method: 'PUT',
    path: '/api/articles/passed',
    summary:
      'Tell which articles were shown and not opened while one below them was. The newest 200 are kept, for 14 days. ' +
      'Nothing is kept unless the preference `learns` is on.',
    access: 'reader',
    limit: 'public',
    body: passedArticles,
    status: 204,
    errors: [],
  },
  getLearned: {
    method: 'GET',
    path: '/api/me/learned',
    summary: 'What Omomi learned from the reader, as counts of what it was learned from.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    status: 200,
    response: learned,
    errors: [],
  },
  forgetLearned: {
    method: 'DELETE',
    path: '/api/me/learned',
    summary:
      'Forget at once what was learned, and what it was learned from. Articles saved before no longer count; learning ' +
      'goes on from here. The answer is the job that takes the learned part out of the scores.',
    access: 'reader',
    limit: 'protected',
    status: 202,
    response: job,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
