import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { keptLimitOf, problemsOfAnswer } from './use-crawl-form.ts';

const answer = (code: ApiError['code'], details: unknown) =>
  new ApiError({ code, message: 'm', details, category: 'limit', action: 'a' }, 422);

describe('an answer of the server to a new crawl', () => {
  it('names the field that it does not accept, if it is about one', () => {
    expect(problemsOfAnswer(answer('CRAWL_LIMIT', { field: 'depth', most: 5 }))).toEqual({
      depth: { kind: 'allowed', most: 5 },
    });
    expect(problemsOfAnswer(answer('CRAWL_LIMIT', { field: 'seeds', most: 3 }))).toEqual({
      seeds: { kind: 'many', most: 3 },
    });
    expect(problemsOfAnswer(answer('ADDRESS_REFUSED', { url: 'http://10.0.0.1/' }))).toEqual({
      seeds: { kind: 'refused', text: 'http://10.0.0.1/' },
    });
    for (const other of [
      answer('CRAWL_LIMIT', { field: 'crawls', most: 50 }),
      answer('CRAWL_LIMIT', null),
      answer('CRAWL_RUNNING', { job_id: 'abcdefgh' }),
      answer('OFFLINE', null),
      new TypeError('x'),
      null,
    ])
      expect(problemsOfAnswer(other)).toEqual({});
    expect(keptLimitOf(answer('CRAWL_LIMIT', { field: 'crawls', most: 50 }))).toBe(50);
    expect(keptLimitOf(answer('CRAWL_LIMIT', { field: 'depth', most: 5 }))).toBeNull();
    expect(keptLimitOf(null)).toBeNull();
  });
});
