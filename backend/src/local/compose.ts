import { join } from 'node:path';
import { createApplication } from '../app/create-application.ts';
import { newId } from '../lib/new-id.ts';
import type { Log } from '../logging/log.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';
import { createLocalContext } from './adapters.ts';
import type { LocalOptions } from './cli/options.ts';
import { scheduleHousekeeping } from './housekeeping.ts';
import type { LocalApp } from './http/app.ts';
import { systemClock } from './process/clock.ts';
import { createSchedule } from './process/schedule.ts';
import { recover } from './recover.ts';
import { createRunnerMetrics } from './metrics/runner-metrics.ts';
import { openStorage, type LocalStorage } from './storage.ts';

type Application = ReturnType<typeof createApplication>;
type Queues = LocalStorage['queues'];

const startQueues = (queues: Queues, { fetch, score, jobs, pages }: Application): void => {
  queues.fetch.start(fetch);
  queues.score.start(score);
  queues.jobs.start(jobs);
  queues.pages.start(pages);
};

const stopQueues = async (queues: Queues): Promise<void> => {
  await Promise.all(Object.values(queues).map((queue) => queue.stop()));
};

/**
 * Puts the application together in this process:
 *
 * 1. Open the data folder.
 * 2. Make the context, in which nothing is from AWS, and the application that uses it.
 * 3. Schedule the recurring work.
 * 4. Repair what the last process left if it was killed.
 *
 * Nothing runs before `start`, and `stop` ends it in the reverse order.
 */
export const compose = async (options: LocalOptions, log: Log): Promise<LocalApp> => {
  const { environment, dataDirectory } = options;
  const metrics = createRunnerMetrics(systemClock.now);
  const embedder = metrics.measureModel(await createEmbedder(environment));
  const storage = await openStorage(options, log);
  const { table, stores, queues } = storage;
  const base = { ...stores, now: systemClock.now, newId, log };
  const stopping = new AbortController();

  const local = createLocalContext({
    options,
    base,
    storage,
    embedder,
    metrics,
    stopping: stopping.signal,
  });
  const application = createApplication(local.ctx);

  const schedule = createSchedule({
    clock: systemClock,
    log,
    stateFile: join(dataDirectory, 'schedule.json'),
  });
  schedule.every(5, 'dispatch', application.dispatch);
  if (environment.HATEBU === 'on') schedule.every(10, 'bookmarks', application.bookmarks);
  schedule.daily('02:00', 'cleanup', application.cleanup);
  scheduleHousekeeping({
    schedule,
    storage,
    articleDays: environment.ARTICLE_RETENTION_DAYS,
    now: base.now,
    stopping: stopping.signal,
  });

  if (table.wasCutOff) {
    const countRows = table.rows.count;
    await recover({ ...local.ctx, stores, countRows, queues: Object.values(queues) });
  }
  return {
    api: metrics.measureApi(application.api),
    metrics: () => metrics.read(local.ctx.queues.depth),
    start: () => {
      startQueues(queues, application);
      void schedule.start();
    },
    stop: async () => {
      stopping.abort();
      await schedule.stop();
      await stopQueues(queues);
      await local.close();
      table.close();
    },
  };
};
