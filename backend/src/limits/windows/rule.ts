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

export const ruleText = ({ attempts, minutes }: RateLimitRule): string => `${attempts}/${minutes}m`;

export const windowMilliseconds = ({ minutes }: RateLimitRule): number => minutes * 60_000;
