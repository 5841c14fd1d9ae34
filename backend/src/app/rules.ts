import { createSaving } from '../articles/reading/saving.ts';
import { createReadShownText } from '../articles/reading/shown-text.ts';
import type { JobDefinition } from '../jobs/job-definition.ts';
import type { Retention } from '../model/reader/retention.ts';
import { createApplyRulesJob } from '../delivery/rules/apply-job.ts';
import { createApplyRulesSlice } from '../delivery/rules/apply-rules.ts';
import { createPreviewRuleEndpoint } from '../delivery/rules/preview-rule.ts';
import { createRuleEndpoints } from '../delivery/rules/rule-endpoints.ts';
import { createLoadRuled } from '../delivery/rules/ruled-articles.ts';
import { createCountMatches } from '../delivery/reader-rules.ts';
import type { Context } from '../model/context.ts';
import type { Base } from './context.ts';
import { countUnreadOf } from './base.ts';

/** Returns the job that applies rules to the articles that are here. */
export const applyRulesJobOf = (ctx: Base, retention: Retention): JobDefinition => {
  const countUnread = countUnreadOf(ctx);
  const readShownText = createReadShownText(ctx);
  const { save } = createSaving({ ...ctx, readShownText, countUnread, retention });
  const slice = createApplyRulesSlice({
    ...ctx,
    save,
    loadRuled: createLoadRuled(ctx),
    countMatches: createCountMatches(ctx),
    countUnread,
    retention,
  });
  return createApplyRulesJob(slice, ctx.rules);
};

/** Creates the handlers for rules. */
export const createRuleHandlers = (ctx: Base & Pick<Context, 'sendJob'>) => ({
  ...createRuleEndpoints(ctx),
  ...createPreviewRuleEndpoint({ ...ctx, loadRuled: createLoadRuled(ctx) }),
});
