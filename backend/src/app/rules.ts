import { createSaving } from '../articles/reading/saving.ts';
import { createReadShownText } from '../articles/reading/shown-text.ts';
import type { JobDefinition } from '../jobs/job-definition.ts';
import { retentionIn, type RetentionSettings } from '../model/reader/retention.ts';
import { applyRulesJob } from '../delivery/rules/apply-rules.ts';
import type { Base } from './context.ts';
import { countUnreadOf } from './base.ts';

/** Returns the job that applies rules to the articles that are here. */
export const applyRulesJobOf = (ctx: Base & { settings: RetentionSettings }): JobDefinition => {
  const readShownText = createReadShownText(ctx);
  const retention = retentionIn(ctx.settings);
  const { save } = createSaving({ ...ctx, readShownText, countUnread: countUnreadOf(ctx), retention });
  return applyRulesJob({ ...ctx, save });
};
