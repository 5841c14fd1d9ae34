import type { PictureForm } from './pictures/shrink-picture.ts';
import type { FeedRelations } from './feed-relations.ts';
import type { UnsafeContent } from './html/sanitise.ts';
import { type FileFault, RefusedFile } from './fields/refused-file.ts';
import type { ExportedPart, ExportPlace, ExportPlan } from './exports/read-export.ts';
import type { PageArticle } from './article/read-article.ts';
import type { PageReading } from './facts/page-facts.ts';
import type { LearntPage, ListingSource, ReadListing } from './listing/page-to-feed.ts';
import type { Sitemap } from './listing/sitemap.ts';
import type { ParsedMail } from './mail/read-mail.ts';
import type { Page, PageLinks } from './pages/page-links.ts';
import { type ParsedFeed, ParseError } from './fields/parsed-feed.ts';
import { Worker } from 'node:worker_threads';

/** The tasks of the worker. */
export type Task =
  | { kind: 'feed'; bytes: Uint8Array; contentType: string | null }
  | { kind: 'relations'; bytes: Uint8Array; contentType: string | null; url: string }
  | { kind: 'export_plan'; bytes: Uint8Array }
  | { kind: 'exported'; bytes: Uint8Array; from: ExportPlace; count: number }
  | { kind: 'page_feeds'; page: Page }
  | { kind: 'page'; bytes: Uint8Array; contentType: string | null; url: string }
  | { kind: 'article'; bytes: Uint8Array; contentType: string | null; url: string }
  | { kind: 'listing'; page: Page }
  | { kind: 'page_feed'; page: Page; source: ListingSource }
  | { kind: 'sitemap'; bytes: Uint8Array; contentType: string | null }
  | { kind: 'icons'; bytes: Uint8Array; url: string }
  | { kind: 'picture'; bytes: Uint8Array; width: number; form: PictureForm }
  | { kind: 'mail'; bytes: Uint8Array }
  /** No further content is begun after `budgetMs` milliseconds; the remaining ones are returned as null. */
  | { kind: 'contents'; contents: UnsafeContent[]; budgetMs: number };

/** The results of the worker by kind of task. */
export type Results = {
  feed: ParsedFeed;
  relations: FeedRelations;
  export_plan: ExportPlan;
  exported: ExportedPart;
  page_feeds: PageLinks;
  page: PageReading;
  article: PageArticle;
  listing: LearntPage;
  page_feed: ReadListing;
  sitemap: Sitemap;
  icons: string[];
  picture: Uint8Array | null;
  mail: ParsedMail;
  /** `ms` is the time taken in milliseconds. */
  contents: { safe: (string | null)[]; ms: number };
};

/** An error as sent between threads, because the transfer loses its class and fields. */
export type SentError =
  | { name: 'ParseError'; fault: ParseError['fault']; message: string }
  | { name: 'RefusedFile'; fault: FileFault; message: string }
  | { name: 'Error'; message: string };

/**
 * The reply of a worker. It sends `ready` after loading its modules, so that the loading time does not count for a
 * document. After a reply that `isLast` the thread is ended, since its memory has grown.
 */
type Reply = { ready: true } | (({ result: never } | { error: SentError }) & { isLast: boolean });

export type ThreadOptions = {
  /** The worker's module: `worker.ts`, or its bundled form. */
  workerUrl: URL;
  /** Time limit of a task in milliseconds, without the start of its thread. */
  limitMs: number;
  /** Milliseconds after which an idle thread is ended. */
  idleMs: number;
  /** Limit on the memory for a document's objects, in megabytes. */
  heapMb: number;
};

/** A task and the promise that waits for its result. */
export type Job = { task: Task; resolve: (result: never) => void; reject: (error: Error) => void };

/** A worker thread that runs one job at a time. A job that exceeds a limit ends its thread. */
export type Thread = {
  isFree: () => boolean;
  /** Runs a job; only for a free thread. */
  run: (job: Job) => void;
  /** Ends the thread without calling `onEnd`. Its job, if it has one, fails with the error. */
  end: (error: Error) => Promise<void>;
};

type ThreadEvents = {
  /** The thread finished its job and is free. */
  onFree: () => void;
  /** The thread ended by itself, and its memory is free: by a limit, by an error, or because it was idle for too long. */
  onEnd: () => void;
};

/**
 * Memory for young objects in megabytes. V8 uses up to three times as much; a larger value makes short tasks slightly
 * faster and the process larger.
 */
const YOUNG_HEAP_MB = 8;

const toError = (sent: SentError): Error => {
  switch (sent.name) {
    case 'ParseError':
      return new ParseError(sent.fault, sent.message);
    case 'RefusedFile':
      return new RefusedFile(sent.fault, sent.message);
    case 'Error':
      return new Error(`the parser failed: ${sent.message}`);
  }
};

const settle = (job: Job, reply: Exclude<Reply, { ready: true }>): void => {
  if ('error' in reply) job.reject(toError(reply.error));
  else job.resolve(reply.result);
};

/** Returns the error of a task that needs more of something, as in "5 seconds", than it may have. */
const exceeds = (limit: string): ParseError =>
  new ParseError('too_complex', `Reading the document takes more than ${limit}, so it was given up.`);

/** Returns the error with which the job of a thread fails after its worker died of `error`. */
const toJobError = (error: unknown, heapMb: number): Error => {
  if (!(error instanceof Error)) return new Error(String(error));
  const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOutOfMemory ? exceeds(`${heapMb} MB of memory`) : error;
};

/** Starts the worker of a thread. `onDeath` gets the error with which the thread's job fails. */
const startWorker = (
  { workerUrl, heapMb }: ThreadOptions,
  onReply: (reply: Reply) => void,
  onDeath: (error: Error) => void,
): Worker => {
  const worker = new Worker(workerUrl, {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  });
  worker.on('message', onReply);
  worker.on('error', (error) => onDeath(toJobError(error, heapMb)));
  worker.on('exit', () => onDeath(new Error('the thread that reads documents ended by itself')));
  return worker;
};

const grown = new Error('the memory of the thread had grown');

/** Starts a thread. The time limit of its first job begins when the thread has loaded its modules. */
export const startThread = (options: ThreadOptions, { onFree, onEnd }: ThreadEvents): Thread => {
  const { limitMs, idleMs } = options;
  let job: Job | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isReady = false;
  let hasEnded = false;

  const takeJob = (): Job | null => {
    clearTimeout(timer);
    const taken = job;
    job = null;
    return taken;
  };

  const end = async (error: Error): Promise<void> => {
    hasEnded = true;
    takeJob()?.reject(error);
    await worker.terminate();
  };

  const fail = (error: Error): void => {
    if (hasEnded) return;
    // Not before the memory of the thread is free may another one be started for it.
    void end(error).finally(onEnd);
  };

  const tookTooLong = (): void => fail(exceeds(`${limitMs / 1000} seconds`));
  const startTimeLimit = (): void => void (timer = setTimeout(tookTooLong, limitMs));

  const waitForJob = (): void => {
    // An idle thread must not keep the process alive.
    worker.unref();
    timer = setTimeout(() => fail(new Error('the thread was idle for too long')), idleMs).unref();
  };

  const receive = (reply: Reply): void => {
    if (hasEnded) return;
    if ('ready' in reply) {
      isReady = true;
      if (job !== null) startTimeLimit();
      return;
    }
    const done = takeJob();
    if (done !== null) settle(done, reply);
    if (reply.isLast) return fail(grown);
    waitForJob();
    onFree();
  };

  const run = (next: Job): void => {
    clearTimeout(timer);
    job = next;
    worker.ref();
    if (isReady) startTimeLimit();
    send(worker, next.task);
  };

  const worker = startWorker(options, receive, fail);
  return { isFree: () => job === null && !hasEnded, run, end };
};

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

const send = (worker: Worker, task: Task): void => {
  const copy = withOwnBytes(task);
  worker.postMessage(copy, buffersOf(copy));
};
