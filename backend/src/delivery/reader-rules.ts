import { digest } from '../lib/digest.ts';
import type { Context } from '../model/context.ts';
import {
  compileRules,
  type CompiledRule,
  muteName,
  needsFolder,
  type RuleOutcome,
} from '../model/rules/evaluate.ts';
import type { Subscription } from '../model/feed/subscription.ts';
import type { ReaderRules, RuleCounts } from '../model/rules/rule.ts';
import type { Article } from '../model/article/article.ts';
import type { Entry } from '../model/article/entry.ts';
import { type Retention, tombstoneUntil, withLimit, readUnopened } from '../model/article/expiry.ts';
import { asMarked, type ReadWatermark } from '../model/article/watermark.ts';

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

/** Returns the article with the tags that the reader's rules give it. */
export const withTags = (article: Article, { tags }: Pick<RuleOutcome, 'tags'>): Article => ({
  ...article,
  extra: { ...article.extra, tags },
});

/** Returns an arriving entry in the state that the rules decide: with their time, saved, read. */
export const ruledEntry = (
  entry: Entry,
  { is_saved, is_read, acting_hours }: RuleOutcome,
  { retention, now }: { retention: Retention; now: Date },
): Entry => {
  const at = now.toISOString();
  const timed = withLimit(entry, { rule_hours: acting_hours }, { retention, now });
  const saved = is_saved ? { ...timed, is_saved, saved_at: at, expires_at: null } : timed;
  return is_read ? readUnopened(saved, { retention, at }) : saved;
};

/**
 * Replaces an entry that a rule mutes, unless it is saved, by a tombstone. One that was read, or that a mark covers,
 * leaves the tombstone of a read entry, so that it does not come back when the rule is switched off. Returns false if the
 * entry is saved or gone.
 */
export const muteEntry = async (
  { entries }: Pick<Context, 'entries'>,
  entry: Entry,
  muted_by: string,
  { watermarks, now }: { watermarks: ReadWatermark[]; now: Date },
): Promise<boolean> => {
  const ttl = tombstoneUntil(now);
  if (!asMarked(entry, watermarks).is_read && (await entries.muteUnread(entry, { muted_by, ttl })))
    return true;
  return entries.replaceWithTombstone(entry.user_id, entry.article_id, ttl);
};
