import { z } from 'zod';
import type { Endpoint } from '../shape/endpoint.ts';
import {
  deadLetterPage,
  deploymentJob,
  deploymentJobKind,
  ownedFeedPage,
  ownedReader,
  ownedReaderPage,
  queueDepthPage,
  queueName,
  redrive,
  userId,
} from '../../schemas/owner.ts';

const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});

const byQueue = z.object({ queue: queueName });

/** The endpoints for the owner of the deployment; everybody else gets 403. */
export const ownerEndpoints = {
  listReaders: {
    method: 'GET',
    path: '/api/owner/readers',
    summary: 'Everyone who has signed in here.',
    access: 'owner',
    limit: 'public',
    query: pageQuery,
    status: 200,
    response: ownedReaderPage,
    errors: ['INVALID_CURSOR'],
  },
  removeReader: {
    method: 'DELETE',
    path: '/api/owner/readers/{user_id}',
    summary:
      'Delete the account of another reader and everything in it for good, as `DELETE /api/me` does. Every session and token of theirs ends before the answer.',
    access: 'owner',
    noTokens: true,
    limit: 'protected',
    params: z.object({ user_id: userId }),
    status: 202,
    response: ownedReader,
    errors: ['NOT_FOUND'],
  },
  listAllFeeds: {
    method: 'GET',
    path: '/api/owner/feeds',
    summary:
      'Every feed that this service knows, with its health, its readers and its fetches: stopped ones first, then those that fail.',
    access: 'owner',
    limit: 'public',
    query: pageQuery,
    status: 200,
    response: ownedFeedPage,
    errors: ['INVALID_CURSOR'],
  },
  listQueues: {
    method: 'GET',
    path: '/api/owner/queues',
    summary: 'How much waits in each queue, and how many dead letters it has.',
    access: 'owner',
    limit: 'public',
    status: 200,
    response: queueDepthPage,
    errors: [],
  },
  listDeadLetters: {
    method: 'GET',
    path: '/api/owner/dead-letters/{queue}',
    summary: 'Messages that failed for good, at most 50 of them.',
    access: 'owner',
    limit: 'public',
    params: byQueue,
    status: 200,
    response: deadLetterPage,
    errors: [],
  },
  redriveDeadLetters: {
    method: 'POST',
    path: '/api/owner/dead-letters/{queue}/redrive',
    summary: 'Send all dead letters of a queue to be tried again.',
    access: 'owner',
    limit: 'protected',
    params: byQueue,
    status: 202,
    response: redrive,
    errors: [],
  },
  startDeploymentJob: {
    method: 'POST',
    path: '/api/owner/jobs/{kind}',
    summary: 'Run a job for the whole deployment now.',
    access: 'owner',
    limit: 'protected',
    params: z.object({ kind: deploymentJobKind }),
    status: 202,
    response: deploymentJob,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
