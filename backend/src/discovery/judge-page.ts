import { setTimeout } from 'node:timers/promises';
import type { JudgeHop } from '../web/guard/guarded-fetch.ts';
import type { RobotsFor } from '../web/robots/robots-for.ts';
import type { RobotsRules } from '../web/robots/rules/robots-rules.ts';
import { RobotsDisallowedError } from './errors.ts';

/** How often a robots.txt that is not there yet is asked for again, and the longest pause before that in milliseconds. */
const TRIES = 3;
const LONGEST_PAUSE_MS = 2000;

/** Returns the rules of an address's robots.txt for a request that cannot be put back. Throws RobotsDisallowedError if they are late. */
export const robotsNow = async (robotsFor: RobotsFor, url: string): Promise<RobotsRules> => {
  for (let tries = 0; ; tries += 1) {
    const rules = await robotsFor(url);
    if (!('wait_ms' in rules)) return rules;
    if (tries === TRIES) throw new RobotsDisallowedError('not answered in time');
    await setTimeout(Math.min(rules.wait_ms, LONGEST_PAUSE_MS));
  }
};

/** Creates the judge of requests for pages and sitemaps: throws RobotsDisallowedError for what robots.txt forbids. */
export const createJudgePage =
  (robotsFor: RobotsFor): JudgeHop =>
  async (url) => {
    const rule = (await robotsNow(robotsFor, url.href)).ruleFor(url.href);
    if (rule !== null) throw new RobotsDisallowedError(rule);
  };
