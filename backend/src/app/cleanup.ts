import type { SendJob } from '../queues/messages.ts';
import { createKeepOnSchedule } from '../refresh/schedule/schedule.ts';
import { createRestartDead } from '../jobs/restart-job.ts';
import { createStartJob } from '../jobs/start-job.ts';
import { createDailyCleanup } from '../retention/daily-cleanup.ts';
import { createForgetFeed } from '../retention/forget-feed.ts';
import type { Base } from './base.ts';

export const createCleanupHandler = (parts: Base & { sendJob: SendJob }): (() => Promise<void>) => {
  const { stores, now, newId, sendJob, log } = parts;
  return createDailyCleanup({
    ...stores,
    keepOnSchedule: createKeepOnSchedule({ ...stores, now }),
    forgetFeed: createForgetFeed({ ...stores, now }),
    restartDead: createRestartDead({ ...stores, sendJob, now, newId }),
    startJob: createStartJob({ ...stores, sendJob, now, newId }),
    log,
  });
};
