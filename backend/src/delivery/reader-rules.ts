import { digest } from '../lib/digest.ts';
import type { Context } from '../model/context.ts';
import { compileRules, type CompiledRule, muteName, needsFolder } from '../model/rules/evaluate.ts';
import type { Subscription } from '../model/feed/subscription.ts';
import type { ReaderRules, RuleCounts } from '../model/rules/rule.ts';

/** A reader's active rules for the articles of one feed. */
export type LoadedRules = {
  rules: readonly CompiledRule[];
  /** The folder of the feed, if a rule asks about folders; none or one. */
  folders: readonly string[];
  /** The names of the rules that mute, as tombstones have them. */
  muting: readonly string[];
};

/** An article that a rule matched. */
export type RuleMatch = { rule_id: string; article_id: string };

/** Loads a reader's rules for articles of a feed: one read, and one of the subscription if a rule asks about folders. */
export const loadRules = async (
  { rules, subscriptions }: Pick<Context, 'rules' | 'subscriptions'>,
  userId: string,
  feedId: string,
): Promise<LoadedRules> => {
  const stored = await rules.get(userId);
  const asksForFolder = stored.rules.some(({ conditions }) => needsFolder(conditions));
  return rulesFor(stored, asksForFolder ? await subscriptions.get(userId, feedId) : null);
};

/** Prepares a reader's rules for articles of a feed. */
export const rulesFor = (
  stored: ReaderRules,
  subscription: Pick<Subscription, 'folder'> | null,
): LoadedRules => {
  const active = compileRules(stored.rules);
  const folder = subscription?.folder ?? null;
  return {
    rules: active,
    folders: folder === null ? [] : [folder],
    muting: active.flatMap(({ rule }) => (rule.effects.mute ? [muteName(rule)] : [])),
  };
};

/** The number of matches that are remembered, so that they are not counted again; more if a delivery has more. */
const REMEMBERED = 300;

/** Returns the counts with these matches, each counted once; null if all were counted before. */
const withMatches = (
  { matched, recent }: RuleCounts,
  matches: readonly RuleMatch[],
  at: string,
): RuleCounts | null => {
  const known = new Set(recent);
  const counted = { ...matched };
  const added = new Set<string>();
  for (const { rule_id, article_id } of matches) {
    const hash = digest(12, rule_id, article_id);
    if (known.has(hash) || added.has(hash)) continue;
    added.add(hash);
    counted[rule_id] = { count: (counted[rule_id]?.count ?? 0) + 1, last_at: at };
  }
  if (added.size === 0) return null;
  const room = Math.max(REMEMBERED, matches.length);
  return { matched: counted, recent: [...recent, ...added].slice(-room) };
};

/**
 * Counts articles that rules matched: one read and one write, only if a rule matched. Counting the same ones again changes
 * nothing. If others keep writing the counts, it gives up and says so in the log, because a delivery must not wait for a
 * statistic.
 */
export const countMatches = async (
  { rules, now, log }: Pick<Context, 'rules' | 'now' | 'log'>,
  userId: string,
  matches: readonly RuleMatch[],
): Promise<void> => {
  if (matches.length === 0) return;
  const at = now().toISOString();
  const isCounted = await rules.changeCounts(userId, (stored) => withMatches(stored, matches, at));
  if (!isCounted) log.warn('matches of rules not counted', { user_id: userId, matches: matches.length });
};
