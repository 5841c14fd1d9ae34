import { canonicalPaths } from './canonical-path.ts';
import { matches, toPattern } from './matches.ts';
import type { RobotsGroup } from './robots-group.ts';

/** The rules of an origin's robots.txt for this service. */
export type RobotsRules = {
  /** Returns true if the address may be asked. */
  isAllowed: (url: string) => boolean;
  /** Returns in words what forbids the address; null if it is allowed. */
  ruleFor: (url: string) => string | null;
  /** Milliseconds that the origin wants between requests, 0 to 60,000; null if it asks for none. */
  crawl_delay_ms: number | null;
  /** Absolute addresses of the origin's sitemaps. */
  sitemaps: string[];
};

const names = { allow: 'Allow', disallow: 'Disallow' } as const;

const rulesBy = (
  ruleFor: RobotsRules['ruleFor'],
  { crawl_delay_ms, sitemaps }: Pick<RobotsGroup, 'crawl_delay_ms' | 'sitemaps'>,
): RobotsRules => ({ isAllowed: (url) => ruleFor(url) === null, ruleFor, crawl_delay_ms, sitemaps });

/**
 * Creates the rules of a group by RFC 9309, 2.2.2: the rule with most octets that matches an address decides, without
 * one the address is allowed, and `/robots.txt` itself always is. An address that is none is forbidden. The time is
 * linear in the length of the rules and, for each rule with a wildcard, in that of the address.
 */
export const createRobotsRules = (group: RobotsGroup): RobotsRules => {
  const rules = group.rules.map((rule) => ({ ...rule, pattern: toPattern(rule.path) }));
  return rulesBy((text) => {
    const url = URL.parse(text);
    if (url === null) return 'This is not a web address.';
    if (url.pathname === '/robots.txt') return null;
    const paths = canonicalPaths(url);
    const rule = rules.find(({ pattern }) => paths.some((path) => matches(pattern, path)));
    return rule === undefined || rule.field === 'allow' ? null : `${names[rule.field]}: ${rule.path}`;
  }, group);
};

/**
 * The beginning of the reason if everything is refused because robots.txt could not be had. No rule begins like this.
 */
export const NOT_HAD = 'robots.txt could not be had';

/** Returns the rules of an origin whose robots.txt could not be had: nothing is allowed, for this reason. */
export const refuseAll = (reason: string): RobotsRules =>
  rulesBy(() => reason, { crawl_delay_ms: null, sitemaps: [] });
