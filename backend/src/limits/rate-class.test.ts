import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateLimitValueError, parseRule, rateLimitRule } from './rate-class.ts';

const attempts = fc.integer({ min: 1, max: 10_000 });
const minutes = fc.integer({ min: 1, max: 60 });

describe('a rule', () => {
  it('allows 1 to 10,000 attempts in 1 to 60 minutes and is immutable', () => {
    fc.assert(
      fc.property(attempts, minutes, (some, time) => {
        const rule = rateLimitRule(some, time);
        expect(rule).toEqual({ attempts: some, minutes: time });
        expect(Object.isFrozen(rule)).toBe(true);
        expect(parseRule(`${some}/${time}m`)).toEqual(rule);
      }),
    );
  });

  it('refuses other values', () => {
    const outside = (max: number) =>
      fc.oneof(
        fc.integer({ max: 0 }),
        fc.integer({ min: max + 1 }),
        fc.double().filter((value) => !Number.isInteger(value)),
      );
    fc.assert(
      fc.property(outside(10_000), outside(60), attempts, minutes, (badAttempts, badMinutes, some, time) => {
        expect(() => rateLimitRule(badAttempts, time)).toThrow(RateLimitValueError);
        expect(() => rateLimitRule(some, badMinutes)).toThrow(RateLimitValueError);
      }),
    );
  });

  it.each([
    '',
    '10',
    '10/1',
    '10/1h',
    '/1m',
    '10/m',
    ' 10/1m',
    '10/1m ',
    '-1/1m',
    '1.5/1m',
    '0/1m',
    '10001/1m',
  ])('is invalid: %j', (text) => {
    expect(() => parseRule(text)).toThrow(RateLimitValueError);
  });

  it.each(['10/0m', '10/61m', '99999/1m', '1e3/1m', '10/1m/1m'])('is malformed or too large: %j', (text) => {
    expect(() => parseRule(text)).toThrow(RateLimitValueError);
  });
});
