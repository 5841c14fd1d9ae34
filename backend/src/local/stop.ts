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

/** Milliseconds. All in all less than the 5 s that are promised. */
const requestsLimit = 2000;
const allLimit = 4500;
/** A Ctrl-C under npm comes twice, once from the terminal and once from npm; a person is slower. */
const echoLimit = 500;

/** What each signal calls: the first drains and exits with 0, a later one exits with 130 at once. */
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
