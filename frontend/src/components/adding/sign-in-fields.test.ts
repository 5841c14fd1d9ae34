import { newSiteSignIn } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { asksForSignIn, signInOf } from './sign-in-fields.tsx';

const empty = { cookie: '', user: '', password: '', header: '', value: '' };

describe('a sign-in that is typed', () => {
  it('is one when each of its parts is whole, as the server takes it', () => {
    const whole = [
      { ...empty, cookie: ' Cookie: a=1; b=2 ' },
      { ...empty, user: 'anna', password: 'four words' },
      { ...empty, header: 'Authorization', value: 'Bearer abc' },
      { cookie: 'a=1', user: 'anna', password: 'x', header: 'X-Key', value: 'y' },
    ].map(signInOf);
    expect(whole.map((each) => newSiteSignIn.safeParse(each).success)).toEqual([true, true, true, true]);
    expect(whole[0]).toEqual({ cookie: 'a=1; b=2', login: null, headers: [] });
    for (const part of [
      {},
      { user: 'anna' },
      { password: 'x' },
      { header: 'X-Key' },
      { cookie: 'a=1', user: 'anna' },
    ])
      expect(signInOf({ ...empty, ...part })).toBeNull();
  });

  it('is offered where the site asks for one, and nowhere else', () => {
    const errorOf = (details: object) =>
      new ApiError({ code: 'FEED_UNREACHABLE', message: '', details, category: 'feed', action: '' }, 422);
    for (const status of [401, 402, 403]) expect(asksForSignIn(errorOf({ status }))).toBe(true);
    expect(asksForSignIn(errorOf({ error_code: 'sign_in_needed' }))).toBe(true);
    for (const other of [{ status: 404 }, { error_code: 'timed_out' }, {}])
      expect(asksForSignIn(errorOf(other))).toBe(false);
    expect(asksForSignIn(new Error('401'))).toBe(false);
  });
});
