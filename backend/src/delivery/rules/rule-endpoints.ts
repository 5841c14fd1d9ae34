import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { onlyPage } from '../../contract/index.ts';
import type { JobContext } from '../../jobs/restart-job.ts';
import { startJob } from '../../jobs/start-job.ts';
import type { RuleCounts, RuleStore, StoredRule } from '../../model/rules/rule.ts';
import { ruleToWire } from '../../model/rules/rule-to-wire.ts';
import { addedRule, changedRules, orderedRules, ruleUnknown } from './change-rules.ts';
import { ALL_RULES } from './apply-rules.ts';

export type RuleEndpointDeps = JobContext & { rules: RuleStore };

const noCounts: RuleCounts = { matched: {}, recent: [] };

type RuleEndpoints = 'listRules' | 'addRule' | 'orderRules' | 'updateRule' | 'deleteRule' | 'applyRules';

/** Creates the endpoints of rules. Each change is one conditional write of the item that has all rules of the reader. */
export const createRuleEndpoints = (deps: RuleEndpointDeps): HandlersOf<RuleEndpoints> => {
  const { rules, now } = deps;
  const listed = async (userId: string, stored: StoredRule[]) => {
    const counts = await rules.getCounts(userId);
    return onlyPage(stored.map((rule) => ruleToWire(rule, counts)));
  };
  return {
    listRules: async ({ reader: { user_id } }) => listed(user_id, (await rules.get(user_id)).rules),
    addRule: async ({ reader: { user_id }, body }) => {
      const at = now().toISOString();
      const { rules: stored } = await rules.change(user_id, (reader) => {
        const added = addedRule(reader.rules, user_id, body, at);
        return added.isNew ? { ...reader, rules: added.rules } : null;
      });
      return ruleToWire(addedRule(stored, user_id, body, at).rule, noCounts);
    },
    orderRules: async ({ reader: { user_id }, body: { rule_ids } }) => {
      const { rules: stored } = await rules.change(user_id, (reader) => ({
        ...reader,
        rules: orderedRules(reader.rules, rule_ids),
      }));
      return listed(user_id, stored);
    },
    updateRule: async ({ reader: { user_id }, params: { rule_id }, body }) => {
      const { rules: stored } = await rules.change(user_id, (reader) => ({
        ...reader,
        rules: changedRules(reader.rules, rule_id, body),
      }));
      const changed = stored.find((rule) => rule.rule_id === rule_id);
      if (changed === undefined) throw ruleUnknown();
      return ruleToWire(changed, await rules.getCounts(user_id));
    },
    deleteRule: async ({ reader: { user_id }, params: { rule_id } }) => {
      const isNamed = (rule: StoredRule) => rule.rule_id === rule_id;
      if (!(await rules.get(user_id)).rules.some(isNamed)) throw ruleUnknown();
      await rules.change(user_id, (reader) => ({
        ...reader,
        rules: reader.rules.filter((rule) => !isNamed(rule)),
      }));
      await rules.changeCounts(user_id, ({ matched, recent }) => {
        const { [rule_id]: gone, ...left } = matched;
        return gone === undefined ? null : { matched: left, recent };
      });
      return undefined;
    },
    applyRules: async ({ reader: { user_id }, body: { rule_id } }) => {
      const at = now().toISOString();
      await rules.change(user_id, (reader) => {
        if (rule_id !== undefined && !reader.rules.some((rule) => rule.rule_id === rule_id))
          throw ruleUnknown();
        return { ...reader, asked: { ...reader.asked, [rule_id ?? ALL_RULES]: at } };
      });
      return startJob(deps, user_id, 'apply-rules');
    },
  };
};
