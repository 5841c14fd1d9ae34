import type { Results, Task } from './protocol.ts';
import { startThread, type Job, type Thread, type ThreadOptions } from './worker-thread.ts';

/** The limits have default values. */
export type PoolOptions = Pick<ThreadOptions, 'workerUrl'> &
  Partial<ThreadOptions> & {
    /** Number of threads, at least 1. */
    size?: number;
  };

export type WorkerPool = {
  /** Runs a task. Throws the errors of the task, and ParseError `too_complex` if it exceeds a limit. */
  run: <T extends Task>(task: T) => Promise<Results[T['kind']]>;
  /** Ends all threads; running and waiting tasks fail. */
  close: () => Promise<void>;
};

/**
 * Creates a pool that runs tasks in worker threads with limits of time and memory. Each thread runs one task at a time;
 * other tasks wait in order. A thread starts with its first task. A task that exceeds a limit ends its thread and
 * affects no other task.
 */
export const createWorkerPool = ({
  workerUrl,
  size = 1,
  limitMs = 5000,
  idleMs = 10_000,
  heapMb = 96,
}: PoolOptions): WorkerPool => {
  const threads = new Set<Thread>();
  const waiting: Job[] = [];

  const addThread = (): Thread => {
    const onEnd = () => {
      threads.delete(thread);
      runWaiting();
    };
    const thread = startThread({ workerUrl, limitMs, idleMs, heapMb }, { onFree: runWaiting, onEnd });
    threads.add(thread);
    return thread;
  };

  const freeThread = (): Thread | undefined =>
    [...threads].find((thread) => thread.isFree()) ?? (threads.size < size ? addThread() : undefined);

  const runWaiting = (): void => {
    while (waiting.length > 0) {
      const thread = freeThread();
      const job = thread === undefined ? undefined : waiting.shift();
      if (thread === undefined || job === undefined) return;
      thread.run(job);
    }
  };

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        waiting.push({ task, resolve, reject });
        runWaiting();
      }),
    close: async () => {
      const error = new Error('the parser was closed');
      const ended = [...threads];
      threads.clear();
      for (const job of waiting.splice(0)) job.reject(error);
      await Promise.all(ended.map((thread) => thread.end(error)));
    },
  };
};
