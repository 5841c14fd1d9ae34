import { undoMark } from '../articles/reading/mark-all.ts';
import { markReadJob } from '../articles/reading/mark-read-job.ts';
import { cancelCrawl, crawlJob } from '../crawl/crawl-job.ts';
import { olderJob } from '../feeds/older-job.ts';
import { pastJob } from '../feeds/past/past-job.ts';
import { unsubscribeJob } from '../feeds/unsubscribe-job.ts';
import { cancelImport } from '../feeds/import/import-document.ts';
import { importJob } from '../feeds/import/import-job.ts';
import type { TakeArticles } from '../feeds/import/take-articles.ts';
import type { JobDefinitions, OnCancelled } from '../jobs/job-definition.ts';
import { leaveJob } from '../my-data/leave-job.ts';
import { fetchFeedsJob } from '../refresh/fetch-job.ts';
import { cleanupJob } from '../retention/cleanup-job.ts';
import { recalculateJob } from '../scoring/recalculate.ts';
import { applyRulesJob, cancelApplyRules } from '../delivery/rules/apply-rules.ts';
import type { SettingsOf } from '../config/env.ts';
import type { AppContext, Base, SendsOf } from './context.ts';

export type JobsContext = Base &
  SendsOf<'jobs'> &
  Pick<
    AppContext,
    'parser' | 'embedder' | 'keywordMemory' | 'lastWriteSeconds' | 'meter' | 'observeCleanup'
  > & { settings: SettingsOf<'jobs'> };

/** Returns the work of every kind of job. */
export const jobDefinitionsOf = (ctx: JobsContext & { takeArticles: TakeArticles }): JobDefinitions => ({
  'fetch-feeds': fetchFeedsJob(ctx),
  cleanup: cleanupJob(ctx),
  recalculate: recalculateJob(ctx),
  'apply-rules': applyRulesJob(ctx),
  'mark-read': markReadJob(ctx),
  import: importJob(ctx),
  'older-articles': olderJob(ctx),
  'past-articles': pastJob(ctx),
  unsubscribe: unsubscribeJob(ctx),
  crawl: crawlJob(ctx),
  leave: leaveJob(ctx),
});

/** Returns what the API undoes when it cancels a job of each kind. */
export const onCancelledOf = (ctx: Base): OnCancelled => ({
  'fetch-feeds': null,
  cleanup: null,
  recalculate: null,
  'apply-rules': (job) => cancelApplyRules(ctx, job),
  'mark-read': ({ user_id, job_id }) => undoMark(ctx, user_id, job_id),
  import: (job) => cancelImport(ctx, job),
  crawl: (job) => cancelCrawl(ctx, job),
  'older-articles': null,
  'past-articles': null,
  unsubscribe: null,
  leave: null,
});
