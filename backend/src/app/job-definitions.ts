import { undoMark } from '../articles/reading/mark-all.ts';
import { markReadJob } from '../articles/reading/mark-read-job.ts';
import { createClearCrawls } from '../crawl/clear-crawls.ts';
import { olderJob } from '../feeds/older/older-job.ts';
import { createUnsubscribeJob } from '../feeds/unsubscribe-job.ts';
import { createCancelImport, createImportJob } from '../feeds/import/import-job.ts';
import { createStorePlan } from '../feeds/import/store-plan.ts';
import { createSubscribeRows } from '../feeds/import/subscribe-rows.ts';
import type { JobDefinitions, OnCancelled } from '../jobs/job-definition.ts';
import { leaveJob } from '../my-data/leave-job.ts';
import { parseAllowHosts } from '../web/guard/allow-hosts.ts';
import { targetRefusal } from '../web/guard/target.ts';
import { createFetchFeedsJob } from '../refresh/fetch-job.ts';
import { cleanupJob } from '../retention/cleanup-job.ts';
import { recalculateJob } from '../scoring/recalculate.ts';
import { applyRulesJob, cancelApplyRules } from '../delivery/rules/apply-rules.ts';
import type { ContextOf, Base } from './context.ts';
import { countUnreadOf } from './base.ts';
import { cancelCrawlOf, crawlJobOf } from './crawl.ts';

/** Returns the work of every kind of job. */
export const jobDefinitionsOf = (ctx: ContextOf['jobs']): JobDefinitions => {
  const sendFetch = ctx.sendFetch;
  const maxSubscriptions = ctx.settings.MAX_SUBSCRIPTIONS;
  const allowHosts = parseAllowHosts(ctx.settings.FETCH_ALLOW_HOSTS);
  return {
    'fetch-feeds': createFetchFeedsJob({ ...ctx, sendFetch }),
    cleanup: cleanupJob(ctx),
    recalculate: recalculateJob(ctx),
    'apply-rules': applyRulesJob(ctx),
    'mark-read': markReadJob(ctx),
    import: createImportJob({
      storePlan: createStorePlan({
        ...ctx,
        parseOpml: ctx.parser.parseOpml,
        maxSubscriptions,
        refusalOf: (url) => targetRefusal(url, allowHosts),
      }),
      subscribeRows: createSubscribeRows({
        ...ctx,
        sendFetch,
      }),
    }),
    'older-articles': olderJob(ctx),
    unsubscribe: createUnsubscribeJob({
      ...ctx,
      countUnread: countUnreadOf(ctx),
    }),
    crawl: crawlJobOf(ctx),
    leave: leaveJob({
      ...ctx,
      clearCrawls: createClearCrawls(ctx),
    }),
  };
};

/** Returns what the API undoes when it cancels a job of each kind. */
export const onCancelledOf = (ctx: Base): OnCancelled => ({
  'fetch-feeds': null,
  cleanup: null,
  recalculate: null,
  'apply-rules': (job) => cancelApplyRules(ctx, job),
  'mark-read': ({ user_id, job_id }) => undoMark(ctx, user_id, job_id),
  import: createCancelImport(ctx.blobs),
  crawl: cancelCrawlOf(ctx),
  'older-articles': null,
  unsubscribe: null,
  leave: null,
});
