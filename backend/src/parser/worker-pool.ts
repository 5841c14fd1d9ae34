import { Worker } from 'node:worker_threads';
import { OpmlError } from '../feeds/opml.ts';
import { ParseError } from '../refresh/parse/parsed-feed.ts';
import type { Reply, Results, SentError, Task } from './protocol.ts';

export type PoolOptions = {
  /** The worker's module: `worker.ts`, or what a bundler made of it. */
  workerUrl: URL;
  /** Threads at once, from 1 on. */
  size?: number;
  /** Milliseconds for a task, the start of its thread not counted. */
  limitMs?: number;
  /** Milliseconds after which a thread without work is ended. */
  idleMs?: number;
  /** Megabytes of objects that a document may become. */
  heapMb?: number;
};

export type WorkerPool = {
  /** Throws what the task throws, and ParseError `too_complex` where it goes past a limit. */
  run: <T extends Task>(task: T) => Promise<Results[T['kind']]>;
  /** Ends all threads; what is under way or waiting fails. */
  close: () => Promise<void>;
};

/** V8 takes up to three times this; more of it makes short work a little faster and the process larger. */
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
 * Runs tasks in worker threads, each with a limit of time and memory, one task at a time and the others in their order.
 * A thread starts with its first task; one that goes past a limit is ended and costs its own task only.
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

  const settle = (thread: Thread): Job | null => {
    thread.cancelTimer();
    const { job } = thread;
    thread.job = null;
    return job;
  };

  /** Ends a thread; its task fails with the error. */
  const drop = (thread: Thread, error: Error): void => {
    threads.delete(thread);
    settle(thread)?.reject(error);
    void thread.worker.terminate();
    pump();
  };

  const startTimer = (thread: Thread): void => {
    const message = `Reading the document takes more than ${limitMs / 1000} seconds, so it was given up.`;
    const timer = setTimeout(() => drop(thread, new ParseError('too_complex', message)), limitMs);
    thread.cancelTimer = () => clearTimeout(timer);
  };

  const rest = (thread: Thread): void => {
    // A thread without work keeps no process from ending.
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
    const job = settle(thread);
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
      for (const thread of ended) settle(thread)?.reject(error);
      await Promise.all(ended.map(({ worker }) => worker.terminate()));
    },
  };
};

const toUnexpected = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** The caller keeps its bytes, and no copy is made before a thread is free for it. */
const withOwnBytes = (task: Task): Task => {
  if ('bytes' in task) return { ...task, bytes: new Uint8Array(task.bytes) };
  if ('page' in task) return { ...task, page: { ...task.page, bytes: new Uint8Array(task.page.bytes) } };
  return task;
};

/** Handed over instead of copied once more. */
const buffersOf = (task: Task): ArrayBuffer[] => {
  const bytes = 'bytes' in task ? task.bytes : 'page' in task ? task.page.bytes : null;
  return bytes !== null && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
};
