import type { UnsafeContent } from '../articles/sanitise.ts';
import { OpmlError } from '../feeds/opml.ts';
import { ParseError } from '../refresh/parse/parsed-feed.ts';
import { escapeHtml, plainText } from '../refresh/parse/text.ts';
import type { DocumentParser } from './document-parser.ts';
import { createWorkerPool, type PoolOptions } from './worker-pool.ts';

/** Contents sent to the worker at once, and their length together: a few hundred milliseconds of its time. */
const CHUNK_ITEMS = 50;
const CHUNK_LENGTH = 1_000_000;
/** For all the contents of one document, in milliseconds; real ones take 1 to 5 each. */
const CONTENTS_BUDGET_MS = 10_000;
/** Half of what a task may take at most, since a content that was begun is brought to its end. */
const CHUNK_BUDGET_MS = 2500;

/** Of a content that is shown as plain text, in UTF-16 units: what is sanitised of others too. */
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
  error instanceof ParseError && error.code === 'too_complex';

/** Reads documents in worker threads, within limits of time and memory. `close` ends the threads. */
export const createWorkerParser = (options: PoolOptions): DocumentParser & { close: () => Promise<void> } => {
  const { run, close } = createWorkerPool(options);

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
    parseOpml: (bytes) =>
      run({ kind: 'opml', bytes }).catch((error: unknown) => {
        throw isTooComplex(error) ? new OpmlError(error.message) : error;
      }),
    readPage: (page) => run({ kind: 'page', page }),
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
    close,
  };
};
