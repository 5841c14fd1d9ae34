import type { Access, LimitClass } from '../contract/index.ts';
import { parseRule, rateLimitRule, RateLimitValueError, type RateLimitRule } from './rule.ts';

/** What a request is counted as. */
export type RateClass =
  | 'public_unauthenticated'
  | 'protected_unauthenticated'
  | 'public_authenticated'
  | 'protected_authenticated'
  | 'feed_registration';

/** The limits of each class, in the form in which RATE_LIMIT_<CLASS> gives another. */
export const defaultRules = {
  public_unauthenticated: '60/1m',
  protected_unauthenticated: '5/10m',
  public_authenticated: '120/1m',
  protected_authenticated: '30/1m',
  feed_registration: '10/1m',
} as const satisfies Record<RateClass, string>;

/** Each class with the environment variable that sets its limit. */
export const rateLimitVariables = {
  public_unauthenticated: 'RATE_LIMIT_PUBLIC_UNAUTHENTICATED',
  protected_unauthenticated: 'RATE_LIMIT_PROTECTED_UNAUTHENTICATED',
  public_authenticated: 'RATE_LIMIT_PUBLIC_AUTHENTICATED',
  protected_authenticated: 'RATE_LIMIT_PROTECTED_AUTHENTICATED',
  feed_registration: 'RATE_LIMIT_FEED_REGISTRATION',
} as const satisfies Record<RateClass, string>;

export type RateLimitRules = Readonly<Record<RateClass, RateLimitRule>>;
export type RateLimitVariables = Record<(typeof rateLimitVariables)[RateClass], string>;

/** Strict enough to stand for any class whose own limit cannot be read. */
const fallbackRule = rateLimitRule(30, 1);

/**
 * The limit of every class. A value that cannot be read is told to `onWrong`, in one line with the variable's name,
 * and 30 a minute stands in its place: a service without a limit would be worse, and none at all worse still.
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
    feed_registration: ruleOf('feed_registration'),
  });
};

/**
 * The class of a request by its endpoint's entry in the contract; null where nothing is counted. Who asks for what is a
 * reader's without being one is counted as anyone, and refused afterwards.
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
    case 'feed_registration':
      return isSignedIn ? 'feed_registration' : 'public_unauthenticated';
  }
};
