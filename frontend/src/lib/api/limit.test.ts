import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { limitEnd, lookAgain, patiently, retryAfter } from './limit.ts';

const error = (code: ApiError['code'], details: unknown = null) =>
  new ApiError({ code, message: 'm', details, category: 'limit', action: 'a' }, 429);
const limited = (seconds: unknown) => error('RATE_LIMITED', { retry_after: seconds });

describe('a limit', () => {
  it('says how long to wait, and other errors do not', () => {
    expect(retryAfter(limited(41))).toBe(41);
    for (const other of [limited('soon'), error('INTERNAL', { retry_after: 3 }), new TypeError('x'), null])
      expect(retryAfter(other)).toBeNull();
  });

  it('ends a second after the seconds that the server says, by the clock of the browser', () => {
    const refusal = limited(41);
    expect(limitEnd(refusal)).toBe(refusal.at + 42_000);
    expect(Math.abs(refusal.at - Date.now())).toBeLessThan(60_000);
    expect(limitEnd(error('INTERNAL'))).toBeNull();
  });

  it('is waited for as often as it refuses the request', async () => {
    const answers = [limited(41), limited(0), 'there'];
    const waited: number[] = [];
    const ask = async () => {
      const answer = answers.shift();
      if (answer instanceof ApiError) throw answer;
      return answer;
    };
    let told = 0;
    const onWait = () => void (told += 1);
    const wait = async (seconds: number) => void waited.push(seconds);
    expect(await patiently(ask, onWait, wait)).toBe('there');
    expect([waited, told]).toEqual([[42, 1], 2]);
    await expect(patiently(() => Promise.reject(error('FEED_INVALID')), onWait, wait)).rejects.toThrow('m');
    expect(waited).toHaveLength(2);
  });

  it('makes polling slower, as other errors do', () => {
    expect(lookAgain(3_000, null)).toBe(3_000);
    expect(lookAgain(3_000, limited(41))).toBe(42_000);
    expect(lookAgain(3_000, error('OFFLINE'))).toBe(15_000);
    expect(lookAgain(60_000, error('OFFLINE'))).toBe(60_000);
  });
});
