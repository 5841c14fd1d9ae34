import pMap from 'p-map';
import { saveArticle, type SavingContext } from '../../articles/reading/saving.ts';
import { countUnread } from '../../articles/reading/unread.ts';
import { createBudget } from '../../lib/turns.ts';
import { isSavedByReader, type Entry } from '../../model/article/entry.ts';
import type { Context } from '../../model/context.ts';
import {
  type Retention,
  type RetentionSettings,
  isExpired,
  retentionFor,
  retentionIn,
  withLimit,
  readUnopened,
} from '../../model/article/expiry.ts';
import { asMarked, type ReadWatermark } from '../../model/article/watermark.ts';
import { shownTitle } from '../../model/feed/subscription.ts';
import {
  compileRules,
  type CompiledRule,
  evaluateRules,
  needsArticle,
  type RuleOutcome,
} from '../../model/rules/evaluate.ts';
import { withRule } from '../../scoring/entry-score.ts';
import { countMatches, type RuleMatch, muteEntry } from '../reader-rules.ts';
import { loadSubjects, type WithSubject, type SubjectsContext } from './load-subjects.ts';
import { z } from 'zod';
import { inSlices, type JobDefinition } from '../../jobs/job-definition.ts';
import type { Job } from '../../model/job/job.ts';

/** Number of entries in a slice: some seconds of work for a function. */
const SLICE = 200;
const CONCURRENT_WRITES = 4;
/** The steps of comparing after which a slice begins no further entry: about a second of work. Ordinary rules take a tenth. */
const MOST_STEPS = 40_000_000;

/** The key of `asked` that stands for all rules. */
export const ALL_RULES = 'all';

type ApplyRulesContext = SubjectsContext &
  SavingContext &
  Pick<Context, 'entries' | 'rules' | 'watermarks' | 'profiles' | 'subscriptions' | 'now' | 'log'> & {
    settings: RetentionSettings;
  };

type ApplyCursor = {
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

type AppliedSlice = { is_done: boolean; reached: ApplyCursor };

type Terms = {
  userId: string;
  watermarks: ReadWatermark[];
  retention: Retention;
  now: Date;
  titleOf: (feedId: string) => string;
};

/** Returns the position of a run that begins now. */
const begin = async (
  { entries }: Pick<Context, 'entries'>,
  userId: string,
  asked: Record<string, string>,
): Promise<ApplyCursor> => ({
  after: null,
  asked,
  seen: 0,
  total: await entries.count(userId),
  matched: 0,
  changed: 0,
  changed_by_others: 0,
});

/**
 * Applies a reader's active rules to a slice of the entries: 200 with their articles, fewer if comparing takes long.
 *
 * - Factor and tags become those of all active rules, and so does the time at which a rule lets an entry go that has one.
 * - The rules that the reader asked for mute, save, mark read and give entries such a time. A saved entry is never muted.
 *
 * Each write is on condition of what the entry is then, so that the slice may run beside a reader at work, and again.
 */
const applyRulesSlice = async (
  ctx: ApplyRulesContext,
  userId: string,
  cursor: ApplyCursor | null,
): Promise<AppliedSlice> => {
  const [stored, { watermarks }, profile, subscriptions] = await Promise.all([
    ctx.rules.get(userId),
    ctx.watermarks.get(userId),
    ctx.profiles.get(userId),
    ctx.subscriptions.list(userId),
  ]);
  const from = cursor ?? (await begin(ctx, userId, stored.asked));
  const now = ctx.now();
  const titles = new Map(subscriptions.map((one) => [one.feed_id, shownTitle(one)]));
  const retention = retentionFor(profile, retentionIn(ctx.settings));
  const terms: Terms = { userId, watermarks, retention, now, titleOf: (feedId) => titles.get(feedId) ?? '' };

  const active = compileRules(stored.rules);
  const acts = (ruleId: string) => ALL_RULES in from.asked || ruleId in from.asked;
  const found = await ctx.entries.scan(userId, from.after, SLICE);
  const present = found.filter((entry) => !isExpired(entry, now.toISOString()));
  const isRead = active.some(({ rule }) => needsArticle(rule.conditions));
  const subjects = await loadSubjects(ctx, present, { subscriptions, isRead });
  const { matches, touched, changed, left } = await applyAll(ctx, terms, subjects, { active, acts });
  for (const feedId of touched) await countUnread(ctx, userId, feedId);
  await countMatches(ctx, userId, matches);

  const firstLeft = found.findIndex((entry) => left.has(entry));
  const done = firstLeft === -1 ? found : found.slice(0, firstLeft);
  const reached: ApplyCursor = {
    ...from,
    after: done.at(-1)?.article_id ?? from.after,
    seen: from.seen + done.length,
    total: Math.max(from.total, from.seen + found.length),
    matched: from.matched + new Set(matches.map(({ article_id }) => article_id)).size,
    changed: from.changed + changed.asked,
    changed_by_others: from.changed_by_others + changed.others,
  };
  if (left.size > 0 || found.length === SLICE) return { is_done: false, reached };
  await ctx.rules.change(userId, ({ rules, asked }) => ({ rules, asked: stillAsked(asked, from.asked) }));
  return { is_done: true, reached };
};

/** The result of applying rules to the entries of a slice. */
type Applied = {
  matches: RuleMatch[];
  /** The feeds whose unread counts may have changed. */
  touched: Set<string>;
  changed: { asked: number; others: number };
  /** The entries that were not begun: those from some entry on, since they are begun in order. */
  left: Set<Entry>;
};

/** Applies rules to entries, in order, until the steps are used up, but to at least one. */
const applyAll = async (
  ctx: ApplyRulesContext,
  terms: Terms,
  subjects: readonly WithSubject<Entry>[],
  { active, acts }: { active: readonly CompiledRule[]; acts: (ruleId: string) => boolean },
): Promise<Applied> => {
  const applied: Applied = {
    matches: [],
    touched: new Set(),
    changed: { asked: 0, others: 0 },
    left: new Set(),
  };
  const { spend, isSpent } = createBudget(MOST_STEPS);
  await pMap(
    subjects,
    async ({ entry, subject }) => {
      if (isSpent()) {
        applied.left.add(entry);
        return;
      }
      const outcome = await evaluateRules(active, subject, { acts, spend });
      const { article_id } = entry;
      const asked = outcome.matched.filter(acts);
      applied.matches.push(...asked.map((rule_id) => ({ rule_id, article_id })));
      if (!(await applyOutcome(ctx, terms, entry, outcome))) return;
      applied.changed[asked.length > 0 ? 'asked' : 'others'] += 1;
      applied.touched.add(entry.feed_ids[0]);
    },
    { concurrency: CONCURRENT_WRITES },
  );
  return applied;
};

/** Returns what was asked for after the run began. */
const stillAsked = (asked: Record<string, string>, done: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(asked).filter(([rule, at]) => done[rule] !== at));

/** Applies what the rules decide about one entry. Returns true if that changed anything. */
const applyOutcome = async (
  ctx: ApplyRulesContext,
  terms: Terms,
  entry: Entry,
  outcome: RuleOutcome,
): Promise<boolean> => {
  const { userId, titleOf } = terms;
  const { article_id } = entry;
  if (outcome.muted_by !== null && !entry.is_saved) return muteEntry(ctx, entry, outcome.muted_by, terms);
  const isSaved = outcome.is_saved && !isSavedByReader(entry);
  if (isSaved) await saveArticle(ctx, userId, article_id, titleOf);
  if (afterRules(entry, outcome, terms) === null) return isSaved;
  await ctx.entries.change(userId, article_id, (stored) => afterRules(stored, outcome, terms));
  return true;
};

/** Returns the entry with the factor, the tags, the time to go and the read state that the rules decide; null if it has them. */
const afterRules = (
  entry: Entry,
  { factor, tags, is_read, hours, acting_hours }: RuleOutcome,
  { watermarks, retention, now }: Terms,
): Entry | null => {
  const weighed = withRule(entry, factor);
  const isTagged = JSON.stringify(weighed.extra.tags) === JSON.stringify(tags);
  const tagged = isTagged ? weighed : { ...weighed, extra: { ...weighed.extra, tags } };
  const wanted = entry.rule_hours === null ? acting_hours : hours;
  const timed = withLimit(tagged, { rule_hours: wanted }, { retention, now });
  if (!is_read || asMarked(timed, watermarks).is_read) return timed === entry ? null : timed;
  return readUnopened(timed, { retention, at: now.toISOString() });
};

const position = z.object({
  after: z.string().nullable(),
  asked: z.record(z.string(), z.string()),
  seen: z.int(),
  total: z.int(),
  matched: z.int(),
  changed: z.int(),
  changed_by_others: z.int().default(0),
});

/** The job that applies a reader's rules to the articles that are here. */
export const applyRulesJob = (ctx: ApplyRulesContext): JobDefinition => ({
  run: inSlices(position, async ({ user_id }, from) => {
    const { is_done, reached } = await applyRulesSlice(ctx, user_id, from);
    const { seen, total, matched, changed, changed_by_others } = reached;
    if (!is_done) return { state: 'more', cursor: reached, done: seen, total };
    return {
      state: 'done',
      done: seen,
      result: { matched_articles: matched, changed_entries: changed, changed_by_others },
    };
  }),
  // A rule that the reader asked for after the run began was not applied to what the run had passed.
  startAgain: async ({ user_id }) => Object.keys((await ctx.rules.get(user_id)).asked).length > 0,
});

/** Forgets, when the job is cancelled, which rules the reader asked for. */
export const cancelApplyRules = async (
  { rules }: Pick<Context, 'rules'>,
  { user_id }: Pick<Job, 'user_id'>,
): Promise<void> => {
  await rules.change(user_id, (reader) =>
    Object.keys(reader.asked).length === 0 ? null : { ...reader, asked: {} },
  );
};
