import type { RobotsRecord } from './robots-record.ts';
import type { RobotsRules } from './rules/robots-rules.ts';

/** The most rules that a process remembers, over all origins. Most origins have under 100. */
const MOST_RULES = 50_000;
/** The rules of an origin without any. */
const LEAST_WEIGHT = 10;

/** Creates the memory of a process for rules. It forgets those used longest ago. */
export const createRulesCache = () => {
  const entries = new Map<string, { rules: RobotsRules; until: number; weight: number }>();
  let total = 0;
  const forget = (origin: string): void => {
    total -= entries.get(origin)?.weight ?? 0;
    entries.delete(origin);
  };
  return {
    /** Returns the rules of an origin while its record stands; null otherwise. */
    get: (origin: string, now: Date): RobotsRules | null => {
      const entry = entries.get(origin);
      if (entry === undefined) return null;
      forget(origin);
      if (entry.until <= now.getTime()) return null;
      entries.set(origin, entry);
      total += entry.weight;
      return entry.rules;
    },
    put: (origin: string, rules: RobotsRules, { group, asks_at }: RobotsRecord): void => {
      forget(origin);
      const weight = LEAST_WEIGHT + (group?.rules.length ?? 0);
      entries.set(origin, { rules, until: Date.parse(asks_at), weight });
      total += weight;
      for (const oldest of entries.keys()) {
        if (total <= MOST_RULES) return;
        forget(oldest);
      }
    },
  };
};
