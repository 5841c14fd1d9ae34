import type { Rule } from '../../contract/index.ts';
import type { RuleCounts, StoredRule } from './rule.ts';

/** Returns a rule with what it matched so far. */
export const ruleToWire = (rule: StoredRule, { matched }: Pick<RuleCounts, 'matched'>): Rule => {
  const counted = matched[rule.rule_id];
  return { ...rule, matched: counted?.count ?? 0, last_matched_at: counted?.last_at ?? null };
};
