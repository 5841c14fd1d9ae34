import { describe, expect, it } from 'vitest';
import { failureOfStatus, failureSentences, statusSentence } from './failure-sentences.ts';

describe('failureOfStatus', () => {
  it.each([
    [401, 'unauthorized', 'The server asks for a sign-in (HTTP 401).'],
    [403, 'forbidden', 'The server refuses to give the feed out (HTTP 403).'],
    [404, 'not_found', 'There is nothing at this address any more (HTTP 404).'],
    [410, 'gone', 'The publisher has removed the feed for good (HTTP 410).'],
    [429, 'rate_limited', 'The server says that it is asked too often (HTTP 429).'],
    [418, 'http_error', 'The server answered with HTTP 418 instead of a feed.'],
    [301, 'http_error', 'The server answered with HTTP 301 instead of a feed.'],
    [500, 'server_error', 'The server has a fault of its own (HTTP 500).'],
    [503, 'server_error', 'The server has a fault of its own (HTTP 503).'],
  ])('describes %i as %s', (status, code, message) => {
    expect(failureOfStatus(status)).toEqual({ code, message });
  });
});

describe('the sentences about failures', () => {
  it('are one sentence each, with a full stop', () => {
    for (const sentence of [...Object.values(failureSentences), statusSentence(404, 'a page or a feed')])
      expect(sentence).toMatch(/^[A-Z][^.!?]+\.$/);
  });
});
