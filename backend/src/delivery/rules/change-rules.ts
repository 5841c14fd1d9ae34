import {
  RULES_BYTES,
  RULES_PER_READER,
  type RuleChanges,
  type RuleContent,
  VALUES_PER_READER,
} from '../../contract/index.ts';
import { digest } from '../../lib/digest.ts';
import { reordered } from '../../lib/lists.ts';
import type { StoredRule } from '../../model/rules/rule.ts';
import { DomainError } from '../../lib/errors.ts';

export const ruleUnknown = () => new DomainError('NOT_FOUND', 'You have no rule with this id.');

/*
 * Changes of a reader's rules, without storing them.
 */

const valuesOf = ({ conditions }: RuleContent): number =>
  conditions.reduce(
    (sum, condition) => sum + (condition.field === 'length' ? 1 : condition.any_of.length),
    0,
  );

/** Returns the rules. @throws RULE_LIMIT if they exceed a limit with `changed` as it is now. */
const withinLimits = (rules: StoredRule[], changed: RuleContent): StoredRule[] => {
  const shown = `The rule “${changed.name}”`;
  if (rules.length > RULES_PER_READER)
    throw new DomainError(
      'RULE_LIMIT',
      `${shown} is one too many: you have ${RULES_PER_READER} rules, which is the limit.`,
      { limit: RULES_PER_READER },
    );
  const values = rules.reduce((sum, rule) => sum + valuesOf(rule), 0);
  if (values > VALUES_PER_READER)
    throw new DomainError(
      'RULE_LIMIT',
      `${shown} has ${valuesOf(changed)} words and other values; with those of your other rules that is ${values}, and at most ${VALUES_PER_READER} are allowed.`,
      { limit: VALUES_PER_READER },
    );
  const bytes = Buffer.byteLength(JSON.stringify(rules));
  if (bytes > RULES_BYTES)
    throw new DomainError(
      'RULE_LIMIT',
      `${shown} makes your rules ${bytes} bytes long; at most ${RULES_BYTES} are allowed.`,
      { limit: RULES_BYTES },
    );
  return rules;
};

const contentOf = ({ name, conditions, effects, stops, is_active }: RuleContent): RuleContent => ({
  name,
  conditions,
  effects,
  stops,
  is_active,
});

/**
 * Adds a rule after the others. Its id comes from its content, so that a repeated call finds the rule that the first one
 * added.
 * @throws RULE_LIMIT
 */
export const addedRule = (
  rules: StoredRule[],
  userId: string,
  content: RuleContent,
  created_at: string,
): { rules: StoredRule[]; rule: StoredRule; isNew: boolean } => {
  const text = JSON.stringify(contentOf(content));
  for (let attempt = 0; ; attempt += 1) {
    const rule_id = digest(12, userId, text, String(attempt));
    const standing = rules.find((one) => one.rule_id === rule_id);
    if (standing === undefined) {
      const rule = { ...content, rule_id, created_at };
      return { rules: withinLimits([...rules, rule], content), rule, isNew: true };
    }
    if (JSON.stringify(contentOf(standing)) === text) return { rules, rule: standing, isNew: false };
  }
};

/** @throws NOT_FOUND, RULE_LIMIT */
export const changedRules = (rules: StoredRule[], ruleId: string, changes: RuleChanges): StoredRule[] => {
  const standing = rules.find(({ rule_id }) => rule_id === ruleId);
  if (standing === undefined) throw ruleUnknown();
  const changed: StoredRule = {
    ...standing,
    name: changes.name ?? standing.name,
    conditions: changes.conditions ?? standing.conditions,
    effects: changes.effects ?? standing.effects,
    stops: changes.stops ?? standing.stops,
    is_active: changes.is_active ?? standing.is_active,
  };
  return withinLimits(
    rules.map((rule) => (rule === standing ? changed : rule)),
    changed,
  );
};

/** @throws VALIDATION_FAILED */
export const orderedRules = (rules: StoredRule[], ids: readonly string[]): StoredRule[] =>
  reordered(rules, ids, { idOf: ({ rule_id }) => rule_id, what: 'rules', field: 'rule_ids' });
