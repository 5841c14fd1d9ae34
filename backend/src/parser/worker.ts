import { parentPort } from 'node:worker_threads';
import { sanitise } from '../articles/sanitise.ts';
import { iconLinks } from '../feeds/icon-links.ts';
import { OpmlError, parseOpml } from '../feeds/opml.ts';
import { pageLinks } from '../feeds/page-links.ts';
import { parseFeed } from '../refresh/parse/parse-feed.ts';
import { ParseError } from '../refresh/parse/parsed-feed.ts';
import type { Results, SentError, Task } from './protocol.ts';

/*
 * The thread in which documents are read: one task at a time, one answer to each. Whatever a document does to it, the
 * process goes on; worker-parser.ts ends it and starts another.
 */

const sanitiseWithin = (contents: Extract<Task, { kind: 'contents' }>['contents'], budgetMs: number) => {
  const start = performance.now();
  const spent = (): number => performance.now() - start;
  const safe = contents.map(({ html, base_url }) => (spent() < budgetMs ? sanitise(html, base_url) : null));
  return { safe, ms: spent() };
};

const perform = async (task: Task): Promise<Results[Task['kind']]> => {
  switch (task.kind) {
    case 'feed':
      return parseFeed(task.bytes, task.contentType);
    case 'opml':
      return parseOpml(task.bytes);
    case 'page':
      return pageLinks(task.page);
    case 'icons':
      return iconLinks(new TextDecoder().decode(task.bytes), task.url);
    case 'contents':
      return sanitiseWithin(task.contents, task.budgetMs);
  }
};

const toSent = (error: unknown): SentError => {
  if (error instanceof ParseError) {
    return { name: 'ParseError', code: error.code, message: error.message };
  }
  if (error instanceof OpmlError) return { name: 'OpmlError', message: error.message };
  return {
    name: 'Error',
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
};

parentPort?.on('message', async (task: Task) => {
  const reply = await perform(task).then(
    (result) => ({ result }),
    (error: unknown) => ({ error: toSent(error) }),
  );
  parentPort?.postMessage(reply);
});
parentPort?.postMessage({ ready: true });
