/** The most crawls and the most pages of one of them that a process remembers. */
const MOST_CRAWLS = 4;
const MOST_PAGES = 50_000;

/**
 * The pages that this process has seen in the table, with the least depth that it saw. It spares a read for each link to
 * a page that is known, of which a site has very many; a page that is not in it may be known all the same.
 */
export type KnownPages = {
  depthOf: (crawlId: string, pageId: string) => number | undefined;
  note: (crawlId: string, pageId: string, depth: number) => void;
};

export const createKnownPages = (): KnownPages => {
  const crawls = new Map<string, Map<string, number>>();
  const pagesOf = (crawlId: string): Map<string, number> => {
    const pages = crawls.get(crawlId) ?? new Map<string, number>();
    // A map keeps the order of insertion, so the first crawl is the one that was not used for longest.
    crawls.delete(crawlId);
    crawls.set(crawlId, pages);
    const [oldest] = crawls.keys();
    if (crawls.size > MOST_CRAWLS && oldest !== undefined) crawls.delete(oldest);
    return pages;
  };
  return {
    depthOf: (crawlId, pageId) => crawls.get(crawlId)?.get(pageId),
    note: (crawlId, pageId, depth) => {
      const pages = pagesOf(crawlId);
      if (pages.size >= MOST_PAGES) pages.clear();
      pages.set(pageId, Math.min(depth, pages.get(pageId) ?? depth));
    },
  };
};
