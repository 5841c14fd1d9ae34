import type { NewRule, Rule } from '@omomi/backend/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { articleMenuTexts } from '../../../lib/i18n/texts/articles/article-menu.ts';
import { addJob } from '../../../lib/jobs/add-job.ts';
import { useNotify } from '../../../lib/notify.ts';
import { keys } from '../../../lib/queries/query-keys.ts';

type Wish = {
  word: string;
  conditions: NewRule['conditions'];
  /** True if the articles that are here are muted too. */
  isAlsoHere: boolean;
};

const NAME_LENGTH = 60;

/**
 * Adds the rule that mutes a word, and offers to delete it again. Shows no notice if it cannot be added, because the form shows
 * the error.
 */
export const useMuteWord = (onAdded: () => void) => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  const texts = useTexts(articleMenuTexts);
  const { mutate: unmute } = useMutation({
    mutationFn: ({ rule }: { rule: Rule; word: string }) =>
      call('deleteRule', { params: { rule_id: rule.rule_id } }),
    onSuccess: (_, { word }) => notify.info(texts.unmuted(word)),
    onError: (error) => notify.error(error),
    onSettled: () => client.invalidateQueries({ queryKey: keys.rules }),
  });
  const { mutate: apply } = useMutation({
    mutationFn: ({ rule_id }: Rule) => call('applyRules', { body: { rule_id } }),
    onSuccess: (job) => addJob(client, job),
    onError: (error) => notify.error(error),
  });
  return useMutation({
    mutationFn: ({ word, conditions }: Wish) =>
      call('addRule', {
        body: {
          name: texts.ruleName(word).slice(0, NAME_LENGTH).trim(),
          conditions,
          effects: { mute: true },
        },
      }),
    onSuccess: async (rule, { word, isAlsoHere }) => {
      if (isAlsoHere) apply(rule);
      notify.offer(texts.muted(word), { label: t.marks.undo, run: () => unmute({ rule, word }) });
      await client.invalidateQueries({ queryKey: keys.rules });
      onAdded();
    },
  });
};
