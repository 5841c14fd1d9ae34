import { createKeepOnSchedule } from '../refresh/schedule/schedule.ts';
import { createRestartDead } from '../jobs/restart-job.ts';
import { createStartJob } from '../jobs/start-job.ts';
import { createDailyCleanup, createMaintainFeed, createMaintainReader } from '../retention/daily-cleanup.ts';
import { createForgetFeed } from '../retention/forget-feed.ts';
import type { Base, Sends } from './parts/adapters.ts';

export type CleanupAdapters = { base: Base; send: Pick<Sends, 'jobs'> };

export const createCleanupHandler = ({ base, send }: CleanupAdapters): (() => Promise<void>) => {
  const { stores, now, newId, log } = base;
  const sendJob = send.jobs;
  return createDailyCleanup({
    ...stores,
    maintainFeed: createMaintainFeed({
      ...stores,
      keepOnSchedule: createKeepOnSchedule({ ...stores, now }),
      forgetFeed: createForgetFeed({ ...stores, now }),
    }),
    maintainReader: createMaintainReader({
      ...stores,
      restartDead: createRestartDead({ ...stores, sendJob, now, newId }),
      startJob: createStartJob({ ...stores, sendJob, now, newId }),
      now,
    }),
    log,
  });
};
