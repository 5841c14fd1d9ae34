import { setTimeout } from 'node:timers/promises';
import { createSignInPolicy, issuerHosts, openPolicy } from '../accounts/providers/sign-in-policy.ts';
import type { Adapters, ApiSupport, Base, Sends } from '../app/parts/adapters.ts';
import { createApiLimiter } from '../app/api.ts';
import { createMemoryWindows } from '../limits/windows/memory-windows.ts';
import { createGuardedFetch } from '../outbound/create-guarded-fetch.ts';
import { parseAllowHosts } from '../outbound/guard/allow-hosts.ts';
import { userAgentOf } from '../outbound/user-agent.ts';
import { sendFetchBy, sendJobsBy, sendPagesBy, sendScoreBy } from '../queues/outgoing.ts';
import { answerSamples } from '../samples/answer-samples.ts';
import type { Embedder } from '../model/score/embedder.ts';
import { lastWriteSeconds } from './cli/last-write-seconds.ts';
import type { LocalOptions } from './cli/options.ts';
import { createOwnedQueues } from './owned-queues.ts';
import { createLocalParser } from './process/parser.ts';
import type { LocalStorage } from './storage.ts';
import { limitsOfOneReader } from '../limits/rate-class.ts';
import type { RunnerMetrics } from './metrics/runner-metrics.ts';
import { checkTable } from './table/copies/check-table.ts';

/** Without sign-in, every request comes from the one reader, because the server accepts only loopback hosts then. */
const createLocalSignIn = (signIn: LocalOptions['signIn'], userAgent: string) => {
  const allowHosts = new Set(signIn === null ? [] : issuerHosts(signIn));
  const fetch = createGuardedFetch({ allowHosts, userAgent });
  return { policy: signIn === null ? openPolicy : createSignInPolicy(signIn, fetch), close: fetch.close };
};

/** The memory that searches of this machine's readers may keep between requests. */
const SEARCH_MEMORY_BYTES = 160 * 1024 * 1024;

const healthOf = ({ table, watch }: LocalStorage, { now }: Base): ApiSupport['health'] => ({
  table: () => checkTable(table, watch, now),
});

/** The parts from which the adapters of this process are made. */
export type LocalParts = {
  options: Pick<LocalOptions, 'environment' | 'signIn'>;
  base: Base;
  storage: LocalStorage;
  embedder: Embedder;
  metrics: Pick<RunnerMetrics, 'observeFetch' | 'observeLimits' | 'measureRequests'>;
  /** Ends the pauses of scheduled work when the process stops. */
  stopping: AbortSignal;
};

/** Creates the adapters that replace AWS in one process. `close` ends the parser's thread and the connections. */
export const createLocalAdapters = ({
  options: { environment, signIn },
  base,
  storage,
  embedder,
  metrics,
  stopping,
}: LocalParts): { adapters: Adapters; close: () => Promise<void> } => {
  const allowHosts = parseAllowHosts(environment.FETCH_ALLOW_HOSTS);
  const userAgent = userAgentOf(environment.USER_AGENT_URL);
  const fetch = createGuardedFetch({ allowHosts, userAgent });
  const measured = metrics.measureRequests(fetch);
  const parser = createLocalParser();
  const { queues, meter } = storage;
  const send: Sends = {
    fetch: sendFetchBy(queues.fetch.send, allowHosts),
    score: sendScoreBy(queues.score.send),
    jobs: sendJobsBy(queues.jobs.send),
    pages: sendPagesBy(queues.pages.send),
  };
  const { policy: signInPolicy, close: closeSignIn } = createLocalSignIn(signIn, userAgent);
  const adapters: Adapters = {
    base,
    send,
    parser,
    outbound: { fetch: answerSamples(measured) },
    embedder,
    settings: environment,
    runtime: {
      pause: (milliseconds) => setTimeout(milliseconds, true, { signal: stopping }).catch(() => false),
      lastWriteSeconds: lastWriteSeconds({ signIn }),
      meter,
      observeFetch: metrics.observeFetch,
      observeCleanup: (figures) => base.log.info('cleaned up', { ...figures }),
    },
    api: {
      signInPolicy,
      limiter: createApiLimiter(base, signIn === null ? limitsOfOneReader(environment) : environment, {
        windows: createMemoryWindows(),
        observe: metrics.observeLimits,
      }),
      queues: createOwnedQueues(queues),
      health: healthOf(storage, base),
      observeFetch: metrics.observeFetch,
      searchMemoryBytes: SEARCH_MEMORY_BYTES,
      entryChanges: storage.table.changes,
    },
  };
  const close = async () => {
    await parser.close();
    await fetch.close();
    await closeSignIn();
  };
  return { adapters, close };
};
