import { open, rename } from 'node:fs/promises';
import { pageToWire } from '../../crawl/views/crawl-to-wire.ts';
import type { CrawlPageStore } from '../../model/crawl/crawl-page.ts';

const PAGES_A_READ = 500;

/**
 * Writes the pages of a crawl as JSON Lines. The file appears once it is whole. Returns the number of pages.
 * @throws if the file cannot be written.
 */
export const writePages = async (
  crawlPages: Pick<CrawlPageStore, 'scan'>,
  crawlId: string,
  path: string,
): Promise<number> => {
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'w');
  let count = 0;
  try {
    let after: string | undefined;
    do {
      const pages = await crawlPages.scan(crawlId, { limit: PAGES_A_READ, after });
      await file.write(pages.map((page) => `${JSON.stringify(pageToWire(page))}\n`).join(''));
      count += pages.length;
      after = pages.length === PAGES_A_READ ? pages.at(-1)?.page_id : undefined;
    } while (after !== undefined);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  return count;
};
