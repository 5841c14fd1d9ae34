import type { NewRule, Page, Rule, RuleChanges } from '@omomi/backend/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { addJob } from '../../lib/jobs.ts';
import { useNotify } from '../../lib/notify.ts';
import { keys } from '../../lib/queries/query-keys.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';

export const rulesQuery = queryOptions({
  queryKey: keys.rules,
  queryFn: ({ signal }) => call('listRules', { signal }),
});

/** Saves a rule, new or changed. Shows no notice of an error, because the form shows it. */
export const useSaveRule = (onSaved: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ruleId, rule }: { ruleId: string | null; rule: NewRule }) =>
      ruleId === null
        ? call('addRule', { body: rule })
        : call('updateRule', { params: { rule_id: ruleId }, body: rule }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.rules });
      onSaved();
    },
  });
};

export const useChangeRule = () =>
  useDeed({
    mutationFn: ({ rule, changes }: { rule: Rule; changes: RuleChanges }) =>
      call('updateRule', { params: { rule_id: rule.rule_id }, body: changes }),
    reload: [keys.rules],
  });

export const useOrderRules = () => {
  const client = useQueryClient();
  return useDeed({
    mutationFn: (rule_ids: string[]) => call('orderRules', { body: { rule_ids } }),
    onSuccess: (page) => client.setQueryData<Page<Rule>>(keys.rules, page),
  });
};

export const useDeleteRule = () => {
  const notify = useNotify();
  const texts = useTexts('rules');
  return useDeed({
    mutationFn: (rule: Rule) => call('deleteRule', { params: { rule_id: rule.rule_id } }),
    onSuccess: (_, rule) => notify.info(texts.removed(rule.name)),
    reload: [keys.rules],
  });
};

/** Starts the job that applies a rule to the articles that are here; the jobs' line shows how far it is. */
export const useApplyRule = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const texts = useTexts('rules');
  return useDeed({
    mutationFn: (rule: Rule) => call('applyRules', { body: { rule_id: rule.rule_id } }),
    onSuccess: (job) => {
      addJob(client, job);
      notify.info(texts.applying);
    },
  });
};
