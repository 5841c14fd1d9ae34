import { SAMPLE_HOST } from '../contract/index.ts';
import type { GuardedFetch } from '../web/guard/guarded-fetch.ts';

/**
 * Returns a client that answers for the sample host in this process, so that the sample feeds need no network: 404 for what
 * it does not have. Every other address goes to `fetch`, with its guard.
 */
export const answerSamples =
  (fetch: GuardedFetch): GuardedFetch =>
  async (request) => {
    const url = URL.parse(request.url);
    if (url?.host !== SAMPLE_HOST) return fetch(request);
    // The texts are loaded with the first request for them.
    return (await import('./sample-answer.ts')).answerSample(request, url);
  };
