import { Worker } from 'node:worker_threads';
import { OpmlError } from './formats/opml.ts';
import { ParseError } from './fields/parsed-feed.ts';
import type { Reply, Results, SentError, Task } from './protocol.ts';

export type PoolOptions = {
  /** The worker's module: `worker.ts`, or its bundled form. */
  workerUrl: URL;
  /** Number of threads, at least 1. */
  size?: number;
  /** Time limit of a task in milliseconds, without the start of its thread. */
  limitMs?: number;
  /** Milliseconds after which an idle thread is ended. */
  idleMs?: number;
  /** Limit on the memory for a document's objects, in megabytes. */
  heapMb?: number;
};

export type WorkerPool = {
  /** Runs a task. Throws the errors of the task, and ParseError `too_complex` if it exceeds a limit. */
  run: <T extends Task>(task: T) => Promise<Results[T['kind']]>;
  /** Ends all threads; running and waiting tasks fail. */
  close: () => Promise<void>;
};

/**
 * Memory for young objects in megabytes. V8 uses up to three times as much; a larger value makes short tasks slightly
 * faster and the process larger.
 */
const YOUNG_HEAP_MB = 8;

type Job = { task: Task; resolve: (result: never) => void; reject: (error: Error) => void };
type Thread = { worker: Worker; job: Job | null; cancelTimer: () => void; isReady: boolean };

const toError = (sent: SentError): Error => {
  switch (sent.name) {
    case 'ParseError':
      return new ParseError(sent.code, sent.message);
    case 'OpmlError':
      return new OpmlError(sent.message);
    case 'Error':
      return new Error(`the parser failed: ${sent.message}`);
  }
};

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

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

  const release = (thread: Thread): Job | null => {
    thread.cancelTimer();
    const { job } = thread;
    thread.job = null;
    return job;
  };

  /** Ends a thread; its task fails with the error. */
  const drop = (thread: Thread, error: Error): void => {
    threads.delete(thread);
    release(thread)?.reject(error);
    void thread.worker.terminate();
    pump();
  };

  const startTimer = (thread: Thread): void => {
    const message = `Reading the document takes more than ${limitMs / 1000} seconds, so it was given up.`;
    const timer = setTimeout(() => drop(thread, new ParseError('too_complex', message)), limitMs);
    thread.cancelTimer = () => clearTimeout(timer);
  };

  const rest = (thread: Thread): void => {
    // An idle thread must not keep the process alive.
    thread.worker.unref();
    const timer = setTimeout(() => {
      threads.delete(thread);
      void thread.worker.terminate();
    }, idleMs).unref();
    thread.cancelTimer = () => clearTimeout(timer);
  };

  const hear = (thread: Thread, reply: Reply): void => {
    if ('ready' in reply) {
      thread.isReady = true;
      if (thread.job !== null) startTimer(thread);
      return;
    }
    const job = release(thread);
    rest(thread);
    if ('error' in reply) job?.reject(toError(reply.error));
    else job?.resolve(reply.result);
    pump();
  };

  const startThread = (): Thread => {
    const worker = new Worker(workerUrl, {
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    const thread: Thread = { worker, job: null, cancelTimer: () => {}, isReady: false };
    threads.add(thread);
    worker.on('message', (reply: Reply) => hear(thread, reply));
    worker.on('error', (error) => {
      const memory = `Reading the document takes more than ${heapMb} MB of memory, so it was given up.`;
      drop(thread, isOutOfMemory(error) ? new ParseError('too_complex', memory) : toUnexpected(error));
    });
    worker.on('exit', () => {
      if (threads.has(thread)) drop(thread, new Error('the thread that reads documents ended by itself'));
    });
    return thread;
  };

  const pump = (): void => {
    while (waiting.length > 0) {
      const free =
        [...threads].find(({ job }) => job === null) ?? (threads.size < size ? startThread() : undefined);
      const job = free === undefined ? undefined : waiting.shift();
      if (free === undefined || job === undefined) return;
      free.cancelTimer();
      free.job = job;
      free.worker.ref();
      if (free.isReady) startTimer(free);
      const task = withOwnBytes(job.task);
      free.worker.postMessage(task, buffersOf(task));
    }
  };

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        waiting.push({ task, resolve, reject });
        pump();
      }),
    close: async () => {
      const error = new Error('the parser was closed');
      const ended = [...threads];
      threads.clear();
      for (const job of waiting.splice(0)) job.reject(error);
      for (const thread of ended) release(thread)?.reject(error);
      await Promise.all(ended.map(({ worker }) => worker.terminate()));
    },
  };
};

const toUnexpected = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Copies the bytes of a task, so that the caller keeps its own. The copy is made only when a thread is free. */
const withOwnBytes = (task: Task): Task => {
  if ('bytes' in task) return { ...task, bytes: new Uint8Array(task.bytes) };
  if ('page' in task) return { ...task, page: { ...task.page, bytes: new Uint8Array(task.page.bytes) } };
  return task;
};

/** Returns the buffers to transfer to the thread instead of copying them again. */
const buffersOf = (task: Task): ArrayBuffer[] => {
  const bytes = 'bytes' in task ? task.bytes : 'page' in task ? task.page.bytes : null;
  return bytes !== null && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
};
