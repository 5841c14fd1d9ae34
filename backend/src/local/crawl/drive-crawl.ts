import type { CrawlMessage, JobMessage } from '../../queues/messages.ts';
import type { Send } from '../../queues/outgoing.ts';
import type { Again } from '../../queues/fetch-messages.ts';

/** The way in which a crawl in one process waits. */
export type Waiting = {
  now: () => Date;
  /**
   * Waits until one of the tasks has ended, but at most `milliseconds`; null is as long as it takes.
   */
  wait: (tasks: readonly Promise<void>[], milliseconds: number | null) => Promise<void>;
};

type Due<M> = { message: M; due: number };

type Handlers = {
  askPage: (message: CrawlMessage) => Promise<Again<CrawlMessage> | null>;
  /** Runs a slice of the job, which sends the next one. */
  runSlice: (message: JobMessage) => Promise<void>;
};

/** Creates a queue in memory, of messages that are due at a time. */
const createDueQueue = <M>(now: Waiting['now']) => {
  const waiting: Due<M>[] = [];
  return {
    add: (message: M, delayMs: number): void => {
      waiting.push({ message, due: now().getTime() + delayMs });
    },
    /** Takes the messages that are due; all of them if `isEarly`. */
    take: (isEarly = false): M[] => {
      const at = now().getTime();
      const due = waiting.filter((one) => isEarly || one.due <= at);
      waiting.splice(0, Infinity, ...waiting.filter((one) => !due.includes(one)));
      return due.map(({ message }) => message);
    },
    dues: (): number[] => waiting.map(({ due }) => due),
  };
};

/** Creates the tasks in work, of which the first failure is kept. */
const createTasks = () => {
  const inWork = new Set<Promise<void>>();
  let failure: { error: unknown } | null = null;
  return {
    start: (run: () => Promise<void>): void => {
      const task: Promise<void> = run()
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => inWork.delete(task));
      inWork.add(task);
    },
    all: () => [...inWork],
    failure: () => failure,
  };
};

/**
 * Creates the two queues of a crawl that runs in this process alone, in place of those of the runner: messages are kept in
 * memory, since whoever starts the crawl again gives out anew what was in work.
 */
export const createCrawlDriver = ({ now, wait }: Waiting) => {
  const pages = createDueQueue<CrawlMessage>(now);
  const slices = createDueQueue<JobMessage>(now);
  const tasks = createTasks();
  /** True if a page has ended since the last slice: it has left a place for another. */
  let hasRoom = false;

  const sendFetch: Send<'fetch'> = async (messages, delaySeconds = 0) => {
    for (const message of messages) if (message.kind === 'crawl') pages.add(message, delaySeconds * 1000);
  };
  const sendJobs: Send<'jobs'> = async (messages, delaySeconds = 0) => {
    for (const message of messages) slices.add(message, delaySeconds * 1000);
  };

  /** Runs the next slice if it is due, or if a page has ended and another may be given out; then starts what is due. */
  const workOff = async ({ askPage, runSlice }: Handlers): Promise<void> => {
    const due = slices.take(hasRoom);
    if (due.length > 0) hasRoom = false;
    for (const message of due) await runSlice(message);
    for (const message of pages.take())
      tasks.start(async () => {
        const again = await askPage(message);
        if (again === null) hasRoom = true;
        else pages.add(again.message, again.wait_ms);
      });
  };

  /** Returns the milliseconds until something is due; null if nothing waits. */
  const untilNext = (): number | null => {
    const dues = [...pages.dues(), ...slices.dues()];
    return dues.length === 0 ? null : Math.max(0, Math.min(...dues) - now().getTime());
  };

  /** Works until the crawl is over, or until `isStopping`; pages in work are always finished. */
  const drive = async (handlers: Handlers, isStopping: () => boolean): Promise<void> => {
    for (;;) {
      const isEnding = isStopping() || tasks.failure() !== null;
      if (!isEnding) await workOff(handlers);
      const next = isEnding ? null : untilNext();
      if (tasks.all().length === 0 && next === null) break;
      if (isEnding || !hasRoom) await wait(tasks.all(), next);
    }
    const failure = tasks.failure();
    if (failure !== null) throw failure.error;
  };

  return { sendFetch, sendJobs, drive };
};

/** The waiting of a process: on its tasks and on its clock. */
export const systemWaiting: Waiting = {
  now: () => new Date(),
  wait: async (tasks, milliseconds) => {
    let timer: NodeJS.Timeout | undefined;
    const slept =
      milliseconds === null
        ? []
        : [
            new Promise<void>((resolve) => {
              timer = setTimeout(resolve, milliseconds);
            }),
          ];
    await Promise.race([...tasks, ...slept]);
    clearTimeout(timer);
  },
};
