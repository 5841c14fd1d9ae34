import { describe, expect, it } from 'vitest';
import { ApiError, badAnswer, offline, overloaded } from '../api/api-error.ts';
import { createQueryClient, worthRetrying } from './query-client.ts';

const limited = new ApiError(
  { code: 'RATE_LIMITED', message: 'm', details: { retry_after: 60 }, category: 'limit', action: 'a' },
  429,
);

/** Returns how often a request is repeated that always fails so. */
const retriesAfter = (retry: (failures: number, error: Error) => boolean, error: Error): number => {
  let failures = 0;
  while (retry(failures, error)) failures += 1;
  return failures;
};

describe('a request that fails', () => {
  it('is repeated while it may pass by itself, and longest where no instance was free', () => {
    const retries = [overloaded(), offline(), badAnswer(502, 'nothing'), badAnswer(404, 'nothing'), limited];
    expect(retries.map((error) => retriesAfter(worthRetrying, error))).toEqual([4, 2, 2, 0, 0]);
  });

  it('is repeated if it changes something only where nothing of it was done', () => {
    const { retry } = createQueryClient(() => undefined).getDefaultOptions().mutations ?? {};
    if (typeof retry !== 'function') throw new Error('it tells nothing of errors');
    const retries = [overloaded(), offline(), badAnswer(502, 'nothing'), limited];
    expect(retries.map((error) => retriesAfter(retry, error))).toEqual([4, 0, 0, 0]);
  });
});
