import type { Log } from '../logging/log.ts';
import type { Clock } from './process/clock.ts';
import type { HttpServer } from './http/http-server.ts';

export type StopOptions = {
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
export const createStop = ({ server, stopApp, clock, log, exit, progress }: StopOptions): (() => void) => {
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
