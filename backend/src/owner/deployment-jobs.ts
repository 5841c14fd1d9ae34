import pMap from 'p-map';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { JobKind } from '../contract/index.ts';
import type { JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import type { SubscriptionStore } from '../model/feed/subscription.ts';
import { allReaders } from '../model/reader/all-readers.ts';
import type { ProfileStore } from '../model/reader/profile.ts';
import type { ReaderStore } from '../model/reader/reader.ts';
import { jobForReader } from './job-for-reader.ts';

const CONCURRENT_STARTS = 8;

export type DeploymentJobDeps = JobContext & {
  profiles: Pick<ProfileStore, 'get'>;
  readers: Pick<ReaderStore, 'list'>;
  subscriptions: Pick<SubscriptionStore, 'list'>;
  /** Sends the feeds that are due to be fetched and returns their number. */
  dispatch: () => Promise<number>;
};

/**
 * Returns the ids of all listed readers and of the asking one, because the reader of a runner without sign-in is not
 * listed.
 */
const everyReader = async (readers: DeploymentJobDeps['readers'], asking: string): Promise<Set<string>> => {
  const all = new Set([asking]);
  for await (const userId of allReaders(readers)) all.add(userId);
  return all;
};

/** Starts the job that this reader gets. Returns false if there is none. */
const startFor = async (deps: DeploymentJobDeps, user_id: string, kind: JobKind): Promise<boolean> => {
  const profile = await deps.profiles.get(user_id);
  const isFollowing = profile === null && (await deps.subscriptions.list(user_id)).length > 0;
  const own = jobForReader(kind, { user_id, profile, isListed: true, isFollowing });
  if (own !== null) await startJob(deps, user_id, own);
  return own !== null;
};

/** Creates the endpoint that fetches all due feeds, or starts a job for every reader. */
export const createDeploymentJobEndpoint = (deps: DeploymentJobDeps): HandlersOf<'startDeploymentJob'> => ({
  startDeploymentJob: async ({ reader, params: { kind } }) => {
    if (kind === 'dispatch') return { kind, started: await deps.dispatch() };
    const all = await everyReader(deps.readers, reader.user_id);
    const started = await pMap(all, (userId) => startFor(deps, userId, kind), {
      concurrency: CONCURRENT_STARTS,
    });
    return { kind, started: started.filter(Boolean).length };
  },
});
