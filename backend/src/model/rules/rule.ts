import type { RuleContent, Rule } from '../../contract/index.ts';

/** A rule as it is stored. */
export type StoredRule = RuleContent & { rule_id: string; created_at: string };

/** A reader's rules in the order in which they are asked. */
export type ReaderRules = {
  rules: StoredRule[];
  /**
   * The rules that the reader wants applied to the articles that are here, by rule_id (empty: all of them), and when
   * that was asked for. The job removes what it has done.
   */
  asked: Record<string, string>;
};

/** The number of articles that each rule matched. */
export type RuleCounts = {
  matched: Record<string, { count: number; last_at: string }>;
  /** Hashes of the last matches that were counted, so that a message that comes again counts nothing twice. */
  recent: readonly string[];
};

export type RuleStore = {
  get: (userId: string) => Promise<ReaderRules>;
  /** Changes the rules under optimistic locking; `change` returns null to leave them as they are. */
  change: (userId: string, change: (stored: ReaderRules) => ReaderRules | null) => Promise<ReaderRules>;
  getCounts: (userId: string) => Promise<RuleCounts>;
  /** Changes the counts as `change` does the rules. Returns false if others kept writing them in between. */
  changeCounts: (userId: string, change: (stored: RuleCounts) => RuleCounts | null) => Promise<boolean>;
};

/** Returns a rule with what it matched so far. */
export const ruleToWire = (rule: StoredRule, { matched }: Pick<RuleCounts, 'matched'>): Rule => {
  const counted = matched[rule.rule_id];
  return { ...rule, matched: counted?.count ?? 0, last_matched_at: counted?.last_at ?? null };
};
