import { createKeepOnSchedule } from '../refresh/schedule/schedule.ts';
import { createRestartDead } from '../jobs/restart-job.ts';
import { createStartJob } from '../jobs/start-job.ts';
import { createDailyCleanup, createMaintainFeed, createMaintainReader } from '../retention/daily-cleanup.ts';
import { createForgetFeed } from '../retention/forget-feed.ts';
import type { ContextOf } from './context.ts';

export const createCleanupHandler = (ctx: ContextOf['cleanup']): (() => Promise<void>) => {
  return createDailyCleanup({
    ...ctx,
    maintainFeed: createMaintainFeed({
      ...ctx,
      keepOnSchedule: createKeepOnSchedule(ctx),
      forgetFeed: createForgetFeed(ctx),
    }),
    maintainReader: createMaintainReader({
      ...ctx,
      restartDead: createRestartDead(ctx),
      startJob: createStartJob(ctx),
    }),
  });
};
