import type { Log } from '../logging/log.ts';
import type { Clock } from './process/schedule.ts';
import { type HttpServer, createHttpServer } from './http/http-server.ts';
import { ConfigError } from '../config/env.ts';
import { StorageDamagedError, StorageFullError } from '../lib/errors.ts';
import type { LocalApp } from './http/app.ts';
import { DataFolderError, lockDataFolder } from './process/data-lock.ts';
import { tellServing } from './process/serving.ts';
import { loopbackHosts } from './http/refusals.ts';
import type { CommandOptions } from './cli/command.ts';
import { helpText, readOptions, type LocalOptions } from './cli/options.ts';
import { localOrigin, plainOrigin, servedOrigin, setupLines } from './cli/host-names.ts';
import { SpaBuildError } from './http/spa.ts';
import { createStaticFiles } from './http/static-files.ts';
import { createMetricsPage } from './metrics/metrics-page.ts';

type StopOptions = {
  server: HttpServer;
  stopApp: () => Promise<void>;
  clock: Clock;
  log: Log;
  exit: (code: number) => void;
  progress: (line: string) => void;
};

/** Time limits in milliseconds: for the requests under way, and for the whole stop, which is promised within 5 s. */
const requestsLimit = 2000;
const allLimit = 4500;
/**
 * Milliseconds in which a second signal counts as the same Ctrl-C: under npm it comes twice, once from the terminal and
 * once from npm. A person is slower.
 */
const echoLimit = 500;

/**
 * Returns the function that each signal calls. The first call finishes the work under way and exits with 0; a later one
 * exits with 130 at once.
 */
const createStop = ({ server, stopApp, clock, log, exit, progress }: StopOptions): (() => void) => {
  let stoppingSince: number | null = null;
  const within = (milliseconds: number, work: Promise<void>): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const cancel = clock.after(milliseconds, () => resolve(false));
      work.then(() => resolve(true), reject).finally(cancel);
    });

  const drain = async (): Promise<void> => {
    await within(requestsLimit, server.close());
    server.closeNow();
    await stopApp();
  };

  const stop = async (): Promise<void> => {
    try {
      if (!(await within(allLimit, drain())))
        progress('Some work was cut off; it is taken up at the next start.');
    } catch (error) {
      log.error('stop failed', { error });
    }
    exit(0);
  };

  return () => {
    const now = clock.now().getTime();
    if (stoppingSince === null) {
      stoppingSince = now;
      progress('Stopping …');
      void stop();
    } else if (now - stoppingSince > echoLimit) exit(130);
  };
};

export type RunOptions = Omit<CommandOptions, 'now'> & {
  clock: Clock;
  exit: (code: number) => void;
  /** Calls `run` at every request to stop. */
  onStopSignal: (run: () => void) => void;
  /** Builds the pages if they are out of date; returns their folder. */
  ensurePages: (progress: (line: string) => void) => Promise<string>;
  compose: (options: LocalOptions, log: Log) => Promise<LocalApp>;
};

/** The process cannot start; the message is for the person who started it. */
class StartError extends Error {
  override readonly name = 'StartError';
}

/** Errors whose message is enough for the user, without a stack trace. */
const explained = [StartError, DataFolderError, SpaBuildError, StorageDamagedError, StorageFullError];

const explainListen = (error: unknown, { port, host }: LocalOptions): StartError => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const why =
    code === 'EADDRINUSE'
      ? `port ${port} is in use: stop what uses it, or choose another with --port`
      : code === 'EACCES'
        ? `port ${port} may not be used by this user: choose one above 1023 with --port`
        : `cannot serve on ${host}, port ${port}: ${error instanceof Error ? error.message : 'unknown'}`;
  return new StartError(why, { cause: error });
};

const start = async (options: LocalOptions, run: RunOptions): Promise<void> => {
  const { log, clock, exit, write } = run;
  const progress = (line: string) => write(`${line}\n`);
  const app = Promise.withResolvers<LocalApp>();
  const pages = Promise.withResolvers<Awaited<ReturnType<typeof createStaticFiles>>>();
  for (const { promise } of [app, pages]) promise.catch(() => {});

  // The port is opened first, so that a second start by mistake fails before it touches data. Requests wait.
  const server = createHttpServer({
    api: async (event, context, gone) => (await app.promise).api(event, context, gone),
    metrics: createMetricsPage(options.environment.METRICS_TOKEN, async () => (await app.promise).metrics()),
    pages: async (request) => (await pages.promise)(request),
    allowedHosts: [...loopbackHosts, ...options.allowedHosts],
    answersToAddresses: options.answersToAddresses,
    trustedProxies: options.trustedProxies,
    proxyHeader: options.signIn?.proxy?.header ?? null,
    log,
    now: clock.now,
  });
  const port = await server.listen(options.port, options.host).catch((error: unknown) => {
    throw explainListen(error, options);
  });
  let stopApp = () => Promise.resolve();
  run.onStopSignal(createStop({ server, stopApp: () => stopApp(), clock, log, exit, progress }));

  let setupPath: string | null = null;
  let takesInvitations = false;
  let release = () => {};
  try {
    release = await lockDataFolder(options.dataDirectory);
    pages.resolve(await createStaticFiles(await run.ensurePages(progress)));
    const made = await run.compose(options, log);
    stopApp = () => made.stop().finally(release);
    made.start();
    ({ setupPath, takesInvitations } = made);
    app.resolve(made);
  } catch (error) {
    release();
    server.closeNow();
    await server.close();
    throw error;
  }
  const served = { ...options, port };
  await tellServing(options.dataDirectory, {
    origin: servedOrigin(served),
    local_origin: localOrigin(served),
    takes_invitations: takesInvitations,
  }).catch((error: unknown) => log.warn('the address could not be left in the data folder', { error }));
  progress(`Omomi is ready: ${plainOrigin(options.host, port)}`);
  if (setupPath !== null) for (const line of setupLines(served, setupPath)) progress(line);
};

/** Starts the local runner. Exits with 2 if the options are wrong, with 1 if it cannot start for another reason. */
export const runLocal = async (run: RunOptions): Promise<void> => {
  const { args, variables, write, complain, log, exit } = run;
  try {
    const options = readOptions(args, variables);
    if (options === 'help') {
      write(helpText);
      exit(0);
      return;
    }
    await start(options, run);
  } catch (error) {
    if (error instanceof ConfigError) {
      complain(`${error.message}\n`);
      exit(2);
      return;
    }
    const isExplained = explained.some((type) => error instanceof type);
    if (!isExplained) log.error('start failed', { error });
    const why = error instanceof Error ? error.message : String(error);
    const remedy =
      error instanceof StorageFullError ? ': free some space on it and start again, nothing is lost' : '';
    complain(`Omomi cannot start: ${why}${remedy}\n`);
    exit(1);
  }
};
