import { createSaving } from '../../articles/reading/saving.ts';
import { createReadShownText } from '../../articles/reading/shown-text.ts';
import type { JobDefinition } from '../../jobs/job-definition.ts';
import type { StartJob } from '../../jobs/start-job.ts';
import type { Retention } from '../../model/reader/retention.ts';
import { createApplyRulesJob } from '../../rules/apply-job.ts';
import { createApplyRulesSlice } from '../../rules/apply-rules.ts';
import { createPreviewRuleEndpoint } from '../../rules/preview-rule.ts';
import { createRuleEndpoints } from '../../rules/rule-endpoints.ts';
import { createLoadRuled } from '../../rules/ruled-articles.ts';
import { createCountMatches } from '../../scoring/fan-out/reader-rules.ts';
import type { Base } from './adapters.ts';
import { countUnreadOf } from './base.ts';

/** Returns the job that applies rules to the articles that are here. */
export const applyRulesJobOf = (base: Base, retention: Retention): JobDefinition => {
  const { stores, now } = base;
  const countUnread = countUnreadOf(base);
  const readShownText = createReadShownText({ ...stores, now });
  const { save } = createSaving({ ...stores, readShownText, countUnread, now, retention });
  const slice = createApplyRulesSlice({
    ...stores,
    save,
    loadRuled: createLoadRuled(stores),
    countMatches: createCountMatches({ ...base, rules: stores.rules }),
    countUnread,
    now,
    retention,
  });
  return createApplyRulesJob(slice, stores.rules);
};

/** Creates the handlers for rules. */
export const createRuleHandlers = ({ stores, now }: Base, startJob: StartJob) => ({
  ...createRuleEndpoints({ ...stores, startJob, now }),
  ...createPreviewRuleEndpoint({ ...stores, loadRuled: createLoadRuled(stores), now }),
});
