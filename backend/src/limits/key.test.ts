import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyFor, rateLimitKey, type Sender } from './limiter.ts';
import { RateLimitValueError, defaultRules, type RateClass } from './rate-class.ts';
import { anyCharacter } from '../../test/harness/samples/any-character.ts';

const classes = Object.keys(defaultRules) as RateClass[];
const nobody: Sender = { address: '198.51.100.7', user_id: null, token_id: null, attempt: null };
const textOrNull = fc.oneof(fc.constant(null), fc.string({ unit: anyCharacter, maxLength: 2000 }));
const anySender = fc.record({
  address: fc.oneof(textOrNull, fc.ipV4(), fc.ipV6()),
  user_id: textOrNull,
  token_id: textOrNull,
  attempt: textOrNull,
});

describe('a key', () => {
  it('begins with rate_limit:, has at most 255 characters and never changes', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 244 }), (rest) => {
        const key = rateLimitKey(`rate_limit:${rest}`);
        expect(key.hash).toBe(createHash('sha256').update(`rate_limit:${rest}`).digest('hex'));
        expect(Object.isFrozen(key)).toBe(true);
      }),
    );
  });

  it('rejects any other text', () => {
    const foreign = fc.string().filter((text) => !text.startsWith('rate_limit:'));
    const long = fc.string({ minLength: 245, maxLength: 400 }).map((rest) => `rate_limit:${rest}`);
    fc.assert(
      fc.property(fc.oneof(foreign, long), (text) => {
        expect(() => rateLimitKey(text)).toThrow(RateLimitValueError);
      }),
    );
    expect(() => rateLimitKey('rate_limit:')).toThrow(RateLimitValueError);
  });

  it('can be made from any text that a client sends', () => {
    fc.assert(
      fc.property(fc.constantFrom(...classes), anySender, (rateClass, sender) => {
        const { text } = keyFor(rateClass, sender);
        expect(text.length).toBeLessThanOrEqual(255);
        expect(text.startsWith(`rate_limit:${rateClass}:`)).toBe(true);
      }),
    );
  });

  it('differs for each class, so that one class cannot use up the limit of another', () => {
    expect(new Set(classes.map((rateClass) => keyFor(rateClass, nobody).hash)).size).toBe(classes.length);
  });
});

describe('the sender that a class counts', () => {
  const hashes = (rateClass: RateClass, ...changes: Partial<Sender>[]) =>
    new Set(changes.map((change) => keyFor(rateClass, { ...nobody, ...change }).hash)).size;
  const users = [{ user_id: 'one' }, { user_id: 'two' }];
  const addresses = [{ address: '198.51.100.8' }, { address: '198.51.100.9' }];

  it('is the address if nobody is signed in', () => {
    expect(hashes('public_unauthenticated', ...addresses)).toBe(2);
    expect(hashes('hook', ...addresses)).toBe(2);
    expect(hashes('public_unauthenticated', ...users, { token_id: 'one' }, { attempt: 'one' })).toBe(1);
  });

  it('is the address and the attempt for a sign-in', () => {
    expect(hashes('protected_unauthenticated', ...addresses)).toBe(2);
    expect(hashes('protected_unauthenticated', { attempt: 'one' }, { attempt: 'two' }, {})).toBe(3);
  });

  it.each([
    'public_authenticated',
    'protected_authenticated',
    'search',
    'feed_registration',
    'client',
  ] as const)('is the user for %s, else the token, else the address', (rateClass) => {
    expect(hashes(rateClass, ...users)).toBe(2);
    const [user] = users;
    expect(hashes(rateClass, { ...user, address: '198.51.100.8' }, { ...user, token_id: 'one' })).toBe(1);
    expect(hashes(rateClass, { token_id: 'one' }, { token_id: 'two' }, {})).toBe(3);
    expect(hashes(rateClass, { token_id: 'one' }, { token_id: 'one', address: '198.51.100.8' })).toBe(1);
    expect(hashes(rateClass, ...addresses)).toBe(2);
  });

  it('treats an IPv6 /64 as one sender, and IPv4 in IPv6 as IPv4', () => {
    const [one, other, far] = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:2::1'];
    expect(hashes('public_unauthenticated', { address: one }, { address: other })).toBe(1);
    expect(hashes('public_unauthenticated', { address: one }, { address: far })).toBe(2);
    expect(
      hashes('public_unauthenticated', { address: '::ffff:198.51.100.7' }, { address: '198.51.100.7' }),
    ).toBe(1);
  });

  it('is the same for all senders without a readable address', () => {
    expect(hashes('public_unauthenticated', { address: null }, { address: '' }, { address: 'x' })).toBe(1);
  });
});
