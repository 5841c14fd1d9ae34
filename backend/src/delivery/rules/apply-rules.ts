import pMap from 'p-map';
import type { Saving } from '../../articles/reading/saving.ts';
import type { Clock } from '../../lib/clock.ts';
import { spend } from '../../lib/turns/spend.ts';
import type { Entry, EntryStore } from '../../model/article/entry.ts';
import { expiryOf, isExpired } from '../../model/article/expiry.ts';
import { asMarked, type ReadWatermark, type ReadWatermarkStore } from '../../model/article/watermark.ts';
import { shownTitle, type CountUnread, type SubscriptionStore } from '../../model/feed/subscription.ts';
import type { ProfileStore } from '../../model/reader/profile.ts';
import { retentionFor, type Retention } from '../../model/reader/retention.ts';
import { compileRules, evaluateRules, needsArticle, type RuleOutcome } from '../../model/rules/evaluate.ts';
import type { RuleStore } from '../../model/rules/rule.ts';
import { withRule } from '../../scoring/entry-score.ts';
import type { CountMatches, RuleMatch } from '../reader-rules.ts';
import { muteEntry } from '../ruled-entry.ts';
import type { LoadRuled, Ruled } from './ruled-articles.ts';

/** Number of entries in a slice: some seconds of work for a function. */
const SLICE = 200;
const CONCURRENT_WRITES = 4;

/** The key of `asked` that stands for all rules. */
export const ALL_RULES = 'all';

export type ApplyRulesDeps = {
  entries: Pick<EntryStore, 'scan' | 'count' | 'change' | 'muteUnread' | 'replaceWithTombstone'>;
  rules: Pick<RuleStore, 'get' | 'change'>;
  marks: Pick<ReadWatermarkStore, 'get'>;
  profiles: Pick<ProfileStore, 'get'>;
  subscriptions: Pick<SubscriptionStore, 'list'>;
  save: Saving['save'];
  loadRuled: LoadRuled;
  countMatches: CountMatches;
  countUnread: CountUnread;
  now: Clock;
  /** The deployment's retention. A reader may choose a shorter one. */
  retention: Retention;
};

export type ApplyCursor = {
  after: string | null;
  /** The rules as they were when the run began, and that time. */
  asked: Record<string, string>;
  seen: number;
  /** Number of entries when the run began. */
  total: number;
  /** Number of entries that the rules asked for match, and of those that changed. */
  matched: number;
  changed: number;
  /** Number of the other entries that changed: they got or lost a factor or tags by rules that were not asked for. */
  changed_by_others: number;
};

export type AppliedSlice = { is_done: boolean; reached: ApplyCursor };

type Terms = {
  userId: string;
  marks: ReadWatermark[];
  retention: Retention;
  now: Date;
  titleOf: (feedId: string) => string;
};

/**
 * Creates the function that applies a reader's active rules to a slice of the entries: 200 with their articles.
 *
 * - Factor and tags become those of all active rules.
 * - The rules that the reader asked for mute, save and mark read. A saved entry is never muted.
 *
 * Each write is on condition of what the entry is then, so that the slice may run beside a reader at work, and again.
 */
export const createApplyRulesSlice =
  (deps: ApplyRulesDeps) =>
  async (userId: string, cursor: ApplyCursor | null): Promise<AppliedSlice> => {
    const [stored, { marks }, profile, subscriptions] = await Promise.all([
      deps.rules.get(userId),
      deps.marks.get(userId),
      deps.profiles.get(userId),
      deps.subscriptions.list(userId),
    ]);
    const from = cursor ?? {
      after: null,
      asked: stored.asked,
      seen: 0,
      total: await deps.entries.count(userId),
      matched: 0,
      changed: 0,
      changed_by_others: 0,
    };
    const now = deps.now();
    const titles = new Map(subscriptions.map((one) => [one.feed_id, shownTitle(one)]));
    const retention = retentionFor(profile, deps.retention);
    const terms: Terms = { userId, marks, retention, now, titleOf: (feedId) => titles.get(feedId) ?? '' };

    const active = compileRules(stored.rules);
    const acts = (ruleId: string) => ALL_RULES in from.asked || ruleId in from.asked;
    const found = await deps.entries.scan(userId, from.after, SLICE);
    const present = found.filter((entry) => !isExpired(entry, now.toISOString()));
    const isRead = active.some(({ rule }) => needsArticle(rule.conditions));
    const ruled = await deps.loadRuled(present, { subscriptions, isRead });
    const matches: RuleMatch[] = [];
    const touched = new Set<string>();
    const changed = { asked: 0, others: 0 };
    await pMap(
      ruled,
      async ({ entry, subject }) => {
        const outcome = await evaluateRules(active, subject, { acts, spend });
        const { article_id } = entry;
        const asked = outcome.matched.filter(acts);
        matches.push(...asked.map((rule_id) => ({ rule_id, article_id })));
        if (!(await applyOutcome(deps, terms, { entry, subject }, outcome))) return;
        changed[asked.length > 0 ? 'asked' : 'others'] += 1;
        touched.add(entry.feed_ids[0]);
      },
      { concurrency: CONCURRENT_WRITES },
    );
    for (const feedId of touched) await deps.countUnread(userId, feedId);
    await deps.countMatches(userId, matches);

    const reached: ApplyCursor = {
      ...from,
      after: found.at(-1)?.article_id ?? from.after,
      seen: from.seen + found.length,
      total: Math.max(from.total, from.seen + found.length),
      matched: from.matched + new Set(matches.map(({ article_id }) => article_id)).size,
      changed: from.changed + changed.asked,
      changed_by_others: from.changed_by_others + changed.others,
    };
    if (found.length === SLICE) return { is_done: false, reached };
    await deps.rules.change(userId, ({ rules, asked }) => ({ rules, asked: stillAsked(asked, from.asked) }));
    return { is_done: true, reached };
  };

/** Returns what was asked for after the run began. */
const stillAsked = (asked: Record<string, string>, done: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(asked).filter(([rule, at]) => done[rule] !== at));

/** Applies what the rules decide about one entry. Returns true if that changed anything. */
const applyOutcome = async (
  deps: ApplyRulesDeps,
  terms: Terms,
  { entry }: Ruled<Entry>,
  outcome: RuleOutcome,
): Promise<boolean> => {
  const { userId, titleOf } = terms;
  const { article_id } = entry;
  if (outcome.muted_by !== null && !entry.is_saved)
    return muteEntry(deps.entries, entry, outcome.muted_by, terms);
  const isSaved = outcome.is_saved && !entry.is_saved;
  if (isSaved) await deps.save(userId, article_id, titleOf);
  if (afterRules(entry, outcome, terms) === null) return isSaved;
  await deps.entries.change(userId, article_id, (stored) => afterRules(stored, outcome, terms));
  return true;
};

/** Returns the entry with the factor, the tags and the read state that the rules decide; null if it has them. */
const afterRules = (
  entry: Entry,
  { factor, tags, is_read }: RuleOutcome,
  { marks, retention, now }: Terms,
): Entry | null => {
  const weighed = withRule(entry, factor);
  const isTagged = JSON.stringify(weighed.extra.tags) === JSON.stringify(tags);
  const tagged = isTagged ? weighed : { ...weighed, extra: { ...weighed.extra, tags } };
  if (!is_read || asMarked(tagged, marks).is_read) return tagged === entry ? null : tagged;
  const read = { ...tagged, is_read, read_at: now.toISOString(), unread_after: null };
  return { ...read, expires_at: expiryOf(read, retention) };
};
