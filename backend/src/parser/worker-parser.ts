import {
  type Results,
  type Task,
  startThread,
  type Job,
  type Thread,
  type ThreadOptions,
} from './worker-thread.ts';
import type { UnsafeContent } from './html/sanitise.ts';
import { RefusedFile } from './fields/refused-file.ts';
import { ParseError } from './fields/parsed-feed.ts';
import { escapeHtml, plainText } from './fields/text.ts';
import type { DocumentParser } from './document-parser.ts';

/** The limits have default values. */
type PoolOptions = Pick<ThreadOptions, 'workerUrl'> &
  Partial<ThreadOptions> & {
    /** Number of threads, at least 1. */
    size?: number;
  };

type WorkerPool = {
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

/** Limits on the contents sent to the worker at once, and on their total length: a few hundred milliseconds of work. */
const CHUNK_ITEMS = 50;
const CHUNK_LENGTH = 1_000_000;
/** Time limit for all contents of one document, in milliseconds; a real content takes 1 to 5. */
const CONTENTS_BUDGET_MS = 10_000;
/**
 * Time limit of a chunk in milliseconds: half the limit of a task, since a content that was begun is always finished.
 */
const CHUNK_BUDGET_MS = 2500;

/** Time after which the thread of the pictures ends, in milliseconds. It takes half a second to start, and 80 MB. */
const PICTURES_IDLE_MS = 60_000;

/** Length in UTF-16 units to which content shown as plain text is cut; the sanitiser has the same limit. */
const MAX_PLAIN = 1_000_000;

const inChunks = (contents: UnsafeContent[]): UnsafeContent[][] => {
  const chunks: UnsafeContent[][] = [];
  let length = Infinity;
  for (const content of contents) {
    const last = chunks.at(-1);
    length += content.html.length;
    if (last === undefined || last.length >= CHUNK_ITEMS || length > CHUNK_LENGTH) {
      chunks.push([content]);
      length = content.html.length;
    } else last.push(content);
  }
  return chunks;
};

const asPlainText = ({ html }: UnsafeContent): string =>
  `<p>${escapeHtml(plainText(html.slice(0, MAX_PLAIN)))}</p>`;

const isTooComplex = (error: unknown): error is ParseError =>
  error instanceof ParseError && error.fault === 'too_complex';

const refuseComplex = (error: unknown): never => {
  throw isTooComplex(error) ? new RefusedFile('too_large', error.message) : error;
};

/**
 * Creates a parser that reads documents in worker threads, within limits of time and memory. `close` ends the threads.
 */
export const createWorkerParser = (options: PoolOptions): DocumentParser & { close: () => Promise<void> } => {
  const { run, close } = createWorkerPool(options);
  // A thread of its own, so that no feed waits for the pictures of a page.
  const pictures = createWorkerPool({ ...options, size: 1, idleMs: PICTURES_IDLE_MS });

  const sanitiseChunk = async (contents: UnsafeContent[], budgetMs: number) => {
    const none = { safe: contents.map(() => null), ms: 0 };
    if (budgetMs <= 0) return none;
    return run({ kind: 'contents', contents, budgetMs }).catch((error: unknown) => {
      if (isTooComplex(error)) return { ...none, ms: budgetMs };
      throw error;
    });
  };

  return {
    parseFeed: (bytes, contentType) => run({ kind: 'feed', bytes, contentType }),
    readRelations: (bytes, contentType, url) => run({ kind: 'relations', bytes, contentType, url }),
    planExport: (bytes) => run({ kind: 'export_plan', bytes }).catch(refuseComplex),
    readExported: (bytes, from, count) => run({ kind: 'exported', bytes, from, count }).catch(refuseComplex),
    pageFeeds: (page) => run({ kind: 'page_feeds', page }),
    readPage: (bytes, contentType, url) => run({ kind: 'page', bytes, contentType, url }),
    readArticle: (bytes, contentType, url) => run({ kind: 'article', bytes, contentType, url }),
    learnListing: (page) => run({ kind: 'listing', page }),
    pageToFeed: (page, source) => run({ kind: 'page_feed', page, source }),
    readSitemap: (bytes, contentType) => run({ kind: 'sitemap', bytes, contentType }),
    iconLinks: (page, url) =>
      run({ kind: 'icons', bytes: page, url }).catch((error: unknown) => {
        if (isTooComplex(error)) return [];
        throw error;
      }),
    sanitiseAll: async (contents) => {
      const safe: string[] = [];
      let left = CONTENTS_BUDGET_MS;
      for (const chunk of inChunks(contents)) {
        const done = await sanitiseChunk(chunk, Math.min(left, CHUNK_BUDGET_MS));
        safe.push(...chunk.map((content, index) => done.safe[index] ?? asPlainText(content)));
        left -= done.ms;
      }
      return safe;
    },
    shrinkPicture: (bytes, width, form) => pictures.run({ kind: 'picture', bytes, width, form }),
    readMail: (bytes) => run({ kind: 'mail', bytes }),
    close: async () => {
      await Promise.all([close(), pictures.close()]);
    },
  };
};
