import { z } from 'zod';
import { parseRule } from '../limits/rate-class.ts';
import { choices, rateLimitsIn } from './env.ts';

/*
 * The settings that the local runner and the stacks read. They are in a file of their own, because everything in
 * env.ts is part of the functions' bundles.
 */

const isRule = (value: string) => {
  try {
    parseRule(value);
    return true;
  } catch {
    return false;
  }
};
const ruleText = z
  .string()
  .min(1)
  .refine(
    isRule,
    'expected <attempts>/<minutes>m with 1 to 10000 attempts and 1 to 60 minutes, for example 10/1m',
  );

/** The settings of all functions together. A wrong rate limit is refused, since someone watches whoever reads this. */
export const settings = z.object({
  ...choices.api,
  ...choices.dispatch,
  ...choices.fetch,
  ...choices.score,
  ...choices.jobs,
  ...choices.bookmarks,
  ...choices.cleanup,
  ...choices.mails,
  ...rateLimitsIn(ruleText),
});

export type Settings = z.output<typeof settings>;
