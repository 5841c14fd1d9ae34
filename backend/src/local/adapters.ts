import { setTimeout } from 'node:timers/promises';
import { createSignInPolicy, issuerHosts, openPolicy } from '../accounts/providers/sign-in-policy.ts';
import type { AppContext, Base } from '../app/context.ts';
import { createApiLimiter } from '../app/api.ts';
import { createMemoryWindows } from '../limits/windows.ts';
import { createGuardedFetch } from '../web/fetch/create-guarded-fetch.ts';
import { parseAllowHosts } from '../web/guard/target.ts';
import { userAgentOf } from '../web/fetch/headers.ts';
import { createSends } from '../queues/outgoing.ts';
import { answerSamples } from '../samples/answer-samples.ts';
import { newKeywordMemory } from '../scoring/keyword-vector.ts';
import type { Embedder } from '../model/score/embedder.ts';
import type { LocalOptions } from './cli/options.ts';
import { createOwnedQueues } from './queues.ts';
import { createLocalParser } from './process/parser.ts';
import type { LocalStorage } from './compose.ts';
import { limitsOfOneReader } from '../limits/rate-class.ts';
import { createTextModel } from '../machine-texts/create-text-model.ts';
import { createSmtpMail } from './mail/smtp-mail.ts';
import type { RunnerMetrics } from './metrics/runner-metrics.ts';
import { checkTable } from './table/copies/check-file.ts';

/** Without sign-in, every request comes from the one reader, because the server accepts only loopback hosts then. */
const createLocalSignIn = (signIn: LocalOptions['signIn'], userAgent: string) => {
  const allowHosts = new Set(signIn === null ? [] : issuerHosts(signIn));
  const fetch = createGuardedFetch({ allowHosts, userAgent });
  return { policy: signIn === null ? openPolicy : createSignInPolicy(signIn, fetch), close: fetch.close };
};

/** The memory that searches of this machine's readers may keep between requests. */
const SEARCH_MEMORY_BYTES = 160 * 1024 * 1024;

/** A model on a computer without a fast graphics card takes minutes for a translation. */
const TEXT_MODEL_TIMEOUT_MS = 600_000;

const healthOf = ({ table, watch }: LocalStorage, { now }: Pick<Base, 'now'>): AppContext['health'] => ({
  table: () => checkTable(table, watch, now),
});

const mailOf = (
  { SMTP_URL: url, MAIL_FROM: from }: LocalOptions['environment'],
  base: Pick<Base, 'log' | 'now'>,
): AppContext['mail'] => (url === undefined || from === undefined ? null : createSmtpMail(base, url, from));

/** The parts from which the context of this process is made. */
export type LocalParts = {
  options: Pick<LocalOptions, 'environment' | 'signIn'>;
  base: Omit<Base, 'pause'>;
  storage: LocalStorage;
  embedder: Embedder;
  metrics: Pick<RunnerMetrics, 'observeFetch' | 'observeLimits' | 'measureRequests'>;
  /** Ends the pauses of scheduled work when the process stops. */
  stopping: AbortSignal;
};

/** Makes the context of one process, in which nothing is from AWS. `close` ends the parser's thread and the connections. */
export const createLocalContext = ({
  options: { environment, signIn },
  base,
  storage,
  embedder,
  metrics,
  stopping,
}: LocalParts): { ctx: AppContext; close: () => Promise<void> } => {
  const allowHosts = parseAllowHosts(environment.FETCH_ALLOW_HOSTS);
  const userAgent = userAgentOf(environment.USER_AGENT_URL);
  const fetch = createGuardedFetch({ allowHosts, userAgent, proxy: environment.OUTBOUND_PROXY });
  const measured = metrics.measureRequests(fetch);
  const parser = createLocalParser();
  const { queues, meter } = storage;
  const { policy: signInPolicy, close: closeSignIn } = createLocalSignIn(signIn, userAgent);
  const ctx: AppContext = {
    ...base,
    ...createSends((queue) => queues[queue].send),
    parser,
    mail: mailOf(environment, base),
    textModel: createTextModel(environment, TEXT_MODEL_TIMEOUT_MS),
    fetch: answerSamples(measured),
    embedder,
    keywordMemory: newKeywordMemory(),
    settings: environment,
    pause: (milliseconds) => setTimeout(milliseconds, true, { signal: stopping }).catch(() => false),
    lastWriteSeconds: lastWriteSeconds({ signIn }),
    meter,
    observeFetch: metrics.observeFetch,
    observeCleanup: (figures) => base.log.info('cleaned up', { ...figures }),
    signInPolicy,
    limiter: createApiLimiter(base, signIn === null ? limitsOfOneReader(environment) : environment, {
      windows: createMemoryWindows(),
      observe: metrics.observeLimits,
    }),
    queues: createOwnedQueues(queues),
    health: healthOf(storage, base),
    searchMemoryBytes: SEARCH_MEMORY_BYTES,
    entryChanges: storage.table.changes,
  };
  const close = async () => {
    await parser.close();
    await fetch.close();
    await closeSignIn();
  };
  return { ctx, close };
};

/**
 * Returns the seconds to wait, after a reader left, for the writes that began before: more than any request or fetch
 * may take. Without sign-in, the one reader keeps their user_id, so a late write does no harm and the wait is short.
 */
export const lastWriteSeconds = ({ signIn }: Pick<LocalOptions, 'signIn'>): number =>
  signIn === null ? 5 : 60;
