import { TAGS_PER_RULE, type RuleCondition } from '../../contract/index.ts';
import { digest } from '../../lib/digest.ts';
import type { Spend } from '../../lib/turns.ts';
import { compilePatterns } from './find-patterns.ts';
import type { StoredRule } from './rule.ts';
import type { RuleSubject } from './rule-subject.ts';

/** Tells whether something holds for an article. `spend` counts the steps that this takes. */
type Holds = (subject: RuleSubject, spend: Spend) => Promise<boolean>;

export type CompiledRule = { rule: StoredRule; holds: Holds };

/** The decision of the rules about an article. */
export type RuleOutcome = {
  /** The rules that match, in order. */
  matched: readonly string[];
  /** The name (`muteName`) of the rule that mutes the article; null if none does. */
  muted_by: string | null;
  is_saved: boolean;
  is_read: boolean;
  /** The product of the factors, at most 4; 1 if there is none. */
  factor: number;
  /** At most 3; null if there are none. */
  tags: string[] | null;
  /** The fewest hours after which a rule lets the article go; null if none does. */
  hours: number | null;
  /** The same of the rules that act. */
  acting_hours: number | null;
};

/** The outcome for an article that no rule matches. */
const noOutcome: RuleOutcome = {
  matched: [],
  muted_by: null,
  is_saved: false,
  is_read: false,
  factor: 1,
  tags: null,
  hours: null,
  acting_hours: null,
};

const fewest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

const MOST_FACTOR = 4;

/**
 * Returns the name of a rule that mutes, as the tombstones of muted articles have it. A rule whose conditions are changed
 * has another name, and so lets go of what it muted.
 */
export const muteName = ({ rule_id, conditions }: StoredRule): string =>
  digest(12, rule_id, JSON.stringify(conditions));

type TextField = Parameters<RuleSubject['textIn']>[0];
type TextCondition = Extract<RuleCondition, { field: TextField }>;

const isOfText = (condition: RuleCondition): condition is TextCondition =>
  condition.field === 'title' ||
  condition.field === 'text' ||
  condition.field === 'author' ||
  condition.field === 'category' ||
  condition.field === 'address';

/** Folding a character takes as long as comparing so many. */
const STEPS_OF_FOLDING = 4;

/**
 * Returns the function that tells whether a text has any of the patterns of a condition. The patterns of all conditions on a field
 * are looked for in one pass, when the first one is asked.
 */
const patternFinder = (conditions: readonly TextCondition[], field: TextField) => {
  const asking = conditions.filter((condition) => condition.field === field);
  const find = compilePatterns(asking.flatMap(({ any_of }) => any_of));
  const begins = new Map<TextCondition, number>();
  asking.reduce((begin, condition) => {
    begins.set(condition, begin);
    return begin + condition.any_of.length;
  }, 0);
  const known = new WeakMap<RuleSubject, Promise<Uint8Array>>();
  const findIn = async (subject: RuleSubject, spend: Spend): Promise<Uint8Array> => {
    const folded = subject.textIn(field);
    await spend(folded.text.length * STEPS_OF_FOLDING);
    return find(folded, spend);
  };
  return async (condition: TextCondition, subject: RuleSubject, spend: Spend): Promise<boolean> => {
    const finding = known.get(subject) ?? findIn(subject, spend);
    known.set(subject, finding);
    const begin = begins.get(condition) ?? 0;
    return (await finding).subarray(begin, begin + condition.any_of.length).includes(1);
  };
};

type FindPattern = ReturnType<typeof patternFinder>;

const found = (condition: Exclude<RuleCondition, TextCondition>, subject: RuleSubject): boolean => {
  switch (condition.field) {
    case 'feed':
      return subject.feed_ids.some((feedId) => condition.any_of.includes(feedId));
    case 'folder':
      return subject.folders.some((folder) => condition.any_of.includes(folder));
    case 'language':
      return condition.any_of.some((language) => language === subject.language());
    case 'kind':
      return condition.any_of.some((kind) => subject.isOf(kind));
    case 'length': {
      const { reading_minutes: minutes } = subject;
      return (
        minutes !== null && minutes >= (condition.at_least ?? 0) && minutes <= (condition.at_most ?? Infinity)
      );
    }
  }
};

/** Returns for each list of conditions the function that tells whether all of them hold for an article. */
const compileAll = (lists: readonly (readonly RuleCondition[])[]): Holds[] => {
  const conditions = lists.flat().filter(isOfText);
  const finders: Record<TextField, FindPattern> = {
    title: patternFinder(conditions, 'title'),
    text: patternFinder(conditions, 'text'),
    author: patternFinder(conditions, 'author'),
    category: patternFinder(conditions, 'category'),
    address: patternFinder(conditions, 'address'),
  };
  return lists.map((list) => async (subject, spend) => {
    for (const condition of list) {
      const isFound = isOfText(condition)
        ? await finders[condition.field](condition, subject, spend)
        : found(condition, subject);
      if (isFound === condition.is_not) return false;
    }
    return true;
  });
};

/** Returns the function that tells whether all conditions hold for an article. */
export const compileConditions = (conditions: readonly RuleCondition[]): Holds =>
  compileAll([conditions])[0] ?? (async () => true);

/** Returns the active rules, in order, ready for matching. */
export const compileRules = (rules: readonly StoredRule[]): CompiledRule[] => {
  const active = rules.filter(({ is_active }) => is_active);
  const holds = compileAll(active.map(({ conditions }) => conditions));
  return active.flatMap((rule, place) => holds.slice(place, place + 1).map((one) => ({ rule, holds: one })));
};

/**
 * Asks the rules in order what happens to an article. A rule that mutes, or that `stops`, is the last one to be asked.
 * Factors are multiplied; the first three tags and the fewest hours count. Only rules that `acts` names mute, save and mark read.
 */
export const evaluateRules = async (
  rules: readonly CompiledRule[],
  subject: RuleSubject,
  { acts = () => true, spend }: { acts?: (ruleId: string) => boolean; spend: Spend },
): Promise<RuleOutcome> => {
  let outcome = noOutcome;
  for (const { rule, holds } of rules) {
    if (!(await holds(subject, spend))) continue;
    const { rule_id, effects } = rule;
    const isActing = acts(rule_id);
    const tags = [...new Set([...(outcome.tags ?? []), ...effects.tags])].slice(0, TAGS_PER_RULE);
    outcome = {
      matched: [...outcome.matched, rule_id],
      muted_by: effects.mute && isActing ? muteName(rule) : null,
      is_saved: outcome.is_saved || (effects.save && isActing),
      is_read: outcome.is_read || (effects.read && isActing),
      factor: Math.min(MOST_FACTOR, outcome.factor * (effects.factor ?? 1)),
      tags: tags.length === 0 ? null : tags,
      hours: fewest(outcome.hours, effects.goes_after_hours),
      acting_hours: isActing ? fewest(outcome.acting_hours, effects.goes_after_hours) : outcome.acting_hours,
    };
    if (effects.mute || rule.stops) break;
  }
  return outcome;
};

const reading = new Set<RuleCondition['field']>(['text', 'author', 'category', 'language', 'kind']);

/** Returns true if a condition asks about more than the row of a list has. */
export const needsArticle = (conditions: readonly RuleCondition[]): boolean =>
  conditions.some(({ field }) => reading.has(field));

/** Returns true if a condition asks about folders. */
export const needsFolder = (conditions: readonly RuleCondition[]): boolean =>
  conditions.some(({ field }) => field === 'folder');
