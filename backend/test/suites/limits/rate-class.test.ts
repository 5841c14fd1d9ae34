import { describe, expect, it } from 'vitest';
import { environments, readEnvironment } from '../../../src/config/env.ts';
import { endpoints } from '../../../src/contract/index.ts';
import type { Endpoint, EndpointName } from '../../../src/contract/index.ts';
import {
  classify,
  defaultRules,
  limitsOfOneReader,
  rateLimitVariables,
  readRules,
} from '../../../src/limits/rate-class.ts';
import type { RateClass, RateLimitVariables } from '../../../src/limits/rate-class.ts';

const names = Object.keys(endpoints) as EndpointName[];
const endpointOf = (name: EndpointName): Endpoint => endpoints[name];
const defaults = Object.fromEntries(
  Object.entries(rateLimitVariables).map(([rateClass, name]) => [name, defaultRules[rateClass as RateClass]]),
) as RateLimitVariables;

describe('the limits of a runner with one reader', () => {
  const rulesOf = (variables: RateLimitVariables) => readRules(limitsOfOneReader(variables), () => {});

  it('are those of a flood, for the reader alone', () => {
    const rules = rulesOf(defaults);
    for (const rateClass of [
      'public_authenticated',
      'protected_authenticated',
      'search',
      'feed_registration',
      'client',
    ] as const)
      expect(rules[rateClass]).toEqual({ attempts: 6000, minutes: 1 });
    expect(rules.public_unauthenticated).toEqual({ attempts: 60, minutes: 1 });
    expect(rules.protected_unauthenticated).toEqual({ attempts: 5, minutes: 10 });
  });

  it('are the owner’s where the owner has set any', () => {
    const rules = rulesOf({ ...defaults, RATE_LIMIT_SEARCH: '7/2m' });
    expect(rules.search).toEqual({ attempts: 7, minutes: 2 });
    expect(rules.public_authenticated.attempts).toBe(6000);
  });
});

describe('the class of a request', () => {
  it.each<[EndpointName, RateClass | null, RateClass | null]>([
    ['getHealth', null, null],
    ['getOpenApi', 'public_unauthenticated', 'public_authenticated'],
    ['listArticles', 'public_unauthenticated', 'public_authenticated'],
    ['listJobs', 'public_unauthenticated', 'public_authenticated'],
    ['getJob', 'public_unauthenticated', 'public_authenticated'],
    ['fetchFeeds', 'public_unauthenticated', 'protected_authenticated'],
    ['importOpml', 'public_unauthenticated', 'protected_authenticated'],
    ['searchArticles', 'public_unauthenticated', 'search'],
    ['addFeed', 'public_unauthenticated', 'feed_registration'],
    ['getFeedIcon', 'public_unauthenticated', null],
  ])('%s is %s, and %s if signed in', (name, signedOut, signedIn) => {
    expect(classify(endpointOf(name), false)).toBe(signedOut);
    expect(classify(endpointOf(name), true)).toBe(signedIn);
  });

  it('is protected for the public endpoints of signing in', () => {
    const signIn = { access: 'public', limit: 'protected' } as const;
    expect(classify(signIn, false)).toBe('protected_unauthenticated');
    expect(classify(signIn, true)).toBe('protected_authenticated');
  });

  it.each(names.filter((name) => endpointOf(name).access !== 'public'))(
    '%s is always limited for senders without sign-in',
    (name) => {
      expect(classify(endpointOf(name), false)).toBe('public_unauthenticated');
    },
  );
});

describe('the limits of the classes', () => {
  it('are the defaults of the table if nothing is set', () => {
    expect(readRules(defaults, (message) => expect.fail(message))).toEqual({
      public_unauthenticated: { attempts: 60, minutes: 1 },
      protected_unauthenticated: { attempts: 5, minutes: 10 },
      public_authenticated: { attempts: 120, minutes: 1 },
      protected_authenticated: { attempts: 30, minutes: 1 },
      search: { attempts: 240, minutes: 1 },
      feed_registration: { attempts: 10, minutes: 1 },
      sign_in: { attempts: 10, minutes: 10 },
      client: { attempts: 600, minutes: 1 },
      hook: { attempts: 600, minutes: 1 },
    });
  });

  it.each(Object.entries(rateLimitVariables) as [RateClass, keyof RateLimitVariables][])(
    'of %s are set by %s; an invalid value is reported and replaced by 30 a minute',
    (rateClass, variable) => {
      const told: string[] = [];
      const read = (value: string) =>
        readRules({ ...defaults, [variable]: value }, (message) => told.push(message))[rateClass];
      expect(read('7/2m')).toEqual({ attempts: 7, minutes: 2 });
      expect(told).toEqual([]);
      expect(read('many')).toEqual({ attempts: 30, minutes: 1 });
      expect(told).toEqual([expect.stringContaining(`${variable}="many" is not allowed: expected`)]);
    },
  );

  it('are passed to a function unchecked, so that it starts with any value; empty means unset', () => {
    const limits = environments.api.pick({
      RATE_LIMIT_FEED_REGISTRATION: true,
      RATE_LIMIT_PUBLIC_AUTHENTICATED: true,
    });
    const env = readEnvironment(limits, {
      RATE_LIMIT_FEED_REGISTRATION: 'many',
      RATE_LIMIT_PUBLIC_AUTHENTICATED: '',
    });
    expect(env).toMatchObject({
      RATE_LIMIT_FEED_REGISTRATION: 'many',
      RATE_LIMIT_PUBLIC_AUTHENTICATED: '120/1m',
    });
  });
});
