import { TAGS_PER_RULE, type RuleCondition } from '../../contract/index.ts';
import { digest } from '../../lib/digest.ts';
import { compilePattern, matchesPattern } from './pattern.ts';
import type { StoredRule } from './rule.ts';
import type { RuleSubject } from './rule-subject.ts';

type Holds = (subject: RuleSubject) => boolean;

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
};

/** The outcome for an article that no rule matches. */
const noOutcome: RuleOutcome = {
  matched: [],
  muted_by: null,
  is_saved: false,
  is_read: false,
  factor: 1,
  tags: null,
};

const MOST_FACTOR = 4;

/**
 * Returns the name of a rule that mutes, as the tombstones of muted articles have it. A rule whose conditions are changed
 * has another name, and so lets go of what it muted.
 */
export const muteName = ({ rule_id, conditions }: StoredRule): string =>
  digest(12, rule_id, JSON.stringify(conditions));

const found = (condition: RuleCondition): Holds => {
  switch (condition.field) {
    case 'title':
    case 'text':
    case 'author':
    case 'category': {
      const { field, any_of } = condition;
      const patterns = any_of.map(compilePattern);
      return (subject) => patterns.some((pattern) => matchesPattern(pattern, subject.textIn(field)));
    }
    case 'feed':
      return ({ feed_ids }) => feed_ids.some((feedId) => condition.any_of.includes(feedId));
    case 'folder':
      return ({ folders }) => folders.some((folder) => condition.any_of.includes(folder));
    case 'language':
      return (subject) => condition.any_of.some((language) => language === subject.language());
    case 'length':
      return ({ reading_minutes: minutes }) =>
        minutes !== null &&
        minutes >= (condition.at_least ?? 0) &&
        minutes <= (condition.at_most ?? Infinity);
  }
};

const compileCondition = (condition: RuleCondition): Holds => {
  const isFound = found(condition);
  return condition.is_not ? (subject) => !isFound(subject) : isFound;
};

/** Returns the function that tells whether all conditions hold for an article. */
export const compileConditions = (conditions: readonly RuleCondition[]): Holds => {
  const all = conditions.map(compileCondition);
  return (subject) => all.every((holds) => holds(subject));
};

/** Returns the active rules, in order, ready for matching. */
export const compileRules = (rules: readonly StoredRule[]): CompiledRule[] =>
  rules
    .filter(({ is_active }) => is_active)
    .map((rule) => ({ rule, holds: compileConditions(rule.conditions) }));

/**
 * Asks the rules in order what happens to an article. A rule that mutes, or that `stops`, is the last one to be asked.
 * Factors are multiplied; the first three tags count. Only rules that `acts` names mute, save and mark read.
 */
export const evaluateRules = (
  rules: readonly CompiledRule[],
  subject: RuleSubject,
  acts: (ruleId: string) => boolean = () => true,
): RuleOutcome => {
  let outcome = noOutcome;
  for (const { rule, holds } of rules) {
    if (!holds(subject)) continue;
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
    };
    if (effects.mute || rule.stops) break;
  }
  return outcome;
};

const reading = new Set<RuleCondition['field']>(['text', 'author', 'category', 'language']);

/** Returns true if a condition asks about more than the row of a list has. */
export const needsArticle = (conditions: readonly RuleCondition[]): boolean =>
  conditions.some(({ field }) => reading.has(field));

/** Returns true if a condition asks about folders. */
export const needsFolder = (conditions: readonly RuleCondition[]): boolean =>
  conditions.some(({ field }) => field === 'folder');
