import { z } from 'zod';
import { inSlices, type JobDefinition } from '../../jobs/job-definition.ts';
import type { Job } from '../../model/job/job.ts';
import type { RuleStore } from '../../model/rules/rule.ts';
import type { createApplyRulesSlice } from './apply-rules.ts';

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
export const createApplyRulesJob = (
  slice: ReturnType<typeof createApplyRulesSlice>,
  rules: Pick<RuleStore, 'get'>,
): JobDefinition => ({
  run: inSlices(position, async ({ user_id }, from) => {
    const { is_done, reached } = await slice(user_id, from);
    const { seen, total, matched, changed, changed_by_others } = reached;
    if (!is_done) return { state: 'more', cursor: reached, done: seen, total };
    return {
      state: 'done',
      done: seen,
      result: { matched_articles: matched, changed_entries: changed, changed_by_others },
    };
  }),
  // A rule that the reader asked for after the run began was not applied to what the run had passed.
  startAgain: async ({ user_id }) => Object.keys((await rules.get(user_id)).asked).length > 0,
});

/** Creates the function that forgets, when the job is cancelled, which rules the reader asked for. */
export const createCancelApplyRules =
  (rules: Pick<RuleStore, 'change'>) =>
  async ({ user_id }: Job): Promise<void> => {
    await rules.change(user_id, (reader) =>
      Object.keys(reader.asked).length === 0 ? null : { ...reader, asked: {} },
    );
  };
