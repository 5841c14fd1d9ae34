import { feedRelations } from './feed-relations.ts';
import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { sanitise } from './html/sanitise.ts';
import { iconLinks } from './pages/icon-links.ts';
import { learnListing, pageToFeed } from './listing/page-to-feed.ts';
import { parseSitemap } from './listing/sitemap.ts';
import { RefusedFile } from './fields/refused-file.ts';
import { pageLinks } from './pages/page-links.ts';
import { readPage } from './facts/read-page.ts';
import { hasGrown, shrinkPicture } from './pictures/shrink-picture.ts';
import { parseFeed } from './parse-feed.ts';
import { ParseError } from './fields/parsed-feed.ts';
import type { Results, SentError, Task } from './worker-thread.ts';

/*
 * The thread that reads documents: one task at a time, one reply to each. A document cannot harm the process, because
 * worker-pool.ts ends a failing thread and starts another.
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
    case 'relations':
      return feedRelations(task.bytes, task.contentType, task.url);
    // Large parts are loaded with the first task that needs them, because most threads only read feeds.
    case 'export_plan': {
      const { planExport } = await import('./exports/read-export.ts');
      return planExport(task.bytes);
    }
    case 'exported': {
      const { readExported } = await import('./exports/read-export.ts');
      return readExported(task.bytes, task.from, task.count);
    }
    case 'page_feeds':
      return pageLinks(task.page);
    case 'page':
      return readPage(task.bytes, task.contentType, task.url);
    case 'article': {
      // Only here, since these libraries are large and few threads read articles.
      const { readArticle } = await import('./article/read-article.ts');
      return readArticle(task.bytes, task.contentType, task.url);
    }
    case 'listing':
      return learnListing(task.page);
    case 'page_feed':
      return pageToFeed(task.page, task.source);
    case 'sitemap':
      return parseSitemap(task.bytes, task.contentType);
    case 'icons':
      return iconLinks(new TextDecoder().decode(task.bytes), task.url);
    case 'picture':
      return shrinkPicture(task.bytes, task.width, task.form);
    case 'mail': {
      // Only here, since few deployments take mails.
      const { readMail } = await import('./mail/read-mail.ts');
      return readMail(task.bytes);
    }
    case 'contents':
      return sanitiseWithin(task.contents, task.budgetMs);
  }
};

const toSent = (error: unknown): SentError => {
  if (error instanceof ParseError) {
    return { name: 'ParseError', fault: error.fault, message: error.message };
  }
  if (error instanceof RefusedFile)
    return { name: 'RefusedFile', fault: error.fault, message: error.message };
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
  parentPort?.postMessage({ ...reply, isLast: task.kind === 'picture' && hasGrown() });
});
parentPort?.postMessage({ ready: true });
// Writes the compiled sources of this thread into the cache, if the process has one. Node does so only when a thread ends by
// itself, and this one is terminated.
flushCompileCache();
