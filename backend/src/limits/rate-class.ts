import type { Access, LimitClass } from '../contract/index.ts';

/** A value of a rate limit is out of range; the message names the value and the allowed range. */
export class RateLimitValueError extends Error {
  override readonly name = 'RateLimitValueError';
}

export const attemptBounds = { min: 1, max: 10_000 } as const;
const minuteBounds = { min: 1, max: 60 } as const;

/** The number of requests allowed in a window of some minutes; a window begins with its first request. */
export type RateLimitRule = Readonly<{ attempts: number; minutes: number }>;

const requireWhole = (name: string, value: number, { min, max }: { min: number; max: number }) => {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new RateLimitValueError(`${name} are a whole number from ${min} to ${max}, not ${value}`);
};

/** Creates a rule of 1 to 10,000 attempts in 1 to 60 minutes. Throws RateLimitValueError. */
export const rateLimitRule = (attempts: number, minutes: number): RateLimitRule => {
  requireWhole('attempts', attempts, attemptBounds);
  requireWhole('minutes', minutes, minuteBounds);
  return Object.freeze({ attempts, minutes });
};

/** Parses a rule such as `10/1m`. Throws RateLimitValueError. */
export const parseRule = (text: string): RateLimitRule => {
  const [, attempts, minutes] = /^(\d{1,5})\/(\d{1,2})m$/.exec(text) ?? [];
  if (attempts === undefined || minutes === undefined)
    throw new RateLimitValueError('expected <attempts>/<minutes>m, for example 10/1m');
  return rateLimitRule(Number(attempts), Number(minutes));
};

export const windowMilliseconds = ({ minutes }: RateLimitRule): number => minutes * 60_000;

/** The class under which a request is counted. */
export type RateClass =
  | 'public_unauthenticated'
  | 'protected_unauthenticated'
  | 'public_authenticated'
  | 'protected_authenticated'
  | 'search'
  | 'feed_registration'
  | 'sign_in'
  | 'client'
  | 'hook';

/** The default limits of each class, in the format of the RATE_LIMIT_<CLASS> variables. */
export const defaultRules = {
  public_unauthenticated: '60/1m',
  protected_unauthenticated: '5/10m',
  public_authenticated: '120/1m',
  protected_authenticated: '30/1m',
  search: '240/1m',
  feed_registration: '10/1m',
  sign_in: '10/10m',
  client: '600/1m',
  hook: '600/1m',
} as const satisfies Record<RateClass, string>;

/** 100 requests a second, which only a program that does not stop sends. */
const FLOOD = '6000/1m';

/**
 * Returns the limits for a runner without sign-in: its only reader has none below a flood, unless the owner has set another than
 * the default.
 */
export const limitsOfOneReader = <V extends RateLimitVariables>(variables: V): V => {
  const ofOne = (
    ['public_authenticated', 'protected_authenticated', 'search', 'feed_registration', 'client'] as const
  )
    .filter((rateClass) => variables[rateLimitVariables[rateClass]] === defaultRules[rateClass])
    .map((rateClass) => [rateLimitVariables[rateClass], FLOOD]);
  return { ...variables, ...Object.fromEntries(ofOne) };
};

/** The environment variable that sets the limit of each class. */
export const rateLimitVariables = {
  public_unauthenticated: 'RATE_LIMIT_PUBLIC_UNAUTHENTICATED',
  protected_unauthenticated: 'RATE_LIMIT_PROTECTED_UNAUTHENTICATED',
  public_authenticated: 'RATE_LIMIT_PUBLIC_AUTHENTICATED',
  protected_authenticated: 'RATE_LIMIT_PROTECTED_AUTHENTICATED',
  search: 'RATE_LIMIT_SEARCH',
  feed_registration: 'RATE_LIMIT_FEED_REGISTRATION',
  sign_in: 'RATE_LIMIT_SIGN_IN',
  client: 'RATE_LIMIT_CLIENT',
  hook: 'RATE_LIMIT_HOOK',
} as const satisfies Record<RateClass, string>;

export type RateLimitRules = Readonly<Record<RateClass, RateLimitRule>>;
export type RateLimitVariables = Record<(typeof rateLimitVariables)[RateClass], string>;

/** The limit of a class whose own limit cannot be read; strict enough for any class. */
const fallbackRule = rateLimitRule(30, 1);

/**
 * Returns the limit of every class. For a value that cannot be read, `onWrong` receives one line with the variable's
 * name, and 30 requests a minute apply instead: having no limit would be worse, and having no service worse still.
 */
export const readRules = (
  variables: RateLimitVariables,
  onWrong: (message: string) => void,
): RateLimitRules => {
  const ruleOf = (rateClass: RateClass): RateLimitRule => {
    const name = rateLimitVariables[rateClass];
    try {
      return parseRule(variables[name]);
    } catch (error) {
      if (!(error instanceof RateLimitValueError)) throw error;
      onWrong(`${name}=${JSON.stringify(variables[name])} is not allowed: ${error.message}`);
      return fallbackRule;
    }
  };
  return Object.freeze({
    public_unauthenticated: ruleOf('public_unauthenticated'),
    protected_unauthenticated: ruleOf('protected_unauthenticated'),
    public_authenticated: ruleOf('public_authenticated'),
    protected_authenticated: ruleOf('protected_authenticated'),
    search: ruleOf('search'),
    feed_registration: ruleOf('feed_registration'),
    sign_in: ruleOf('sign_in'),
    client: ruleOf('client'),
    hook: ruleOf('hook'),
  });
};

/**
 * Returns the class of a request from its endpoint's entry in the contract; null if it is not counted. A request for a
 * reader's data without a signed-in reader counts as a public request and is refused afterwards.
 */
export const classify = (
  { access, limit }: { access: Access; limit: LimitClass },
  isSignedIn: boolean,
): RateClass | null => {
  if (access !== 'public' && !isSignedIn) return 'public_unauthenticated';
  switch (limit) {
    case 'none':
      return null;
    case 'public':
      return isSignedIn ? 'public_authenticated' : 'public_unauthenticated';
    case 'protected':
      return isSignedIn ? 'protected_authenticated' : 'protected_unauthenticated';
    case 'search':
      return isSignedIn ? 'search' : 'public_unauthenticated';
    case 'sign_in':
      return 'sign_in';
    case 'feed_registration':
      return isSignedIn ? 'feed_registration' : 'public_unauthenticated';
    case 'client':
      return isSignedIn ? 'client' : 'public_unauthenticated';
    case 'hook':
      return 'hook';
  }
};
