import type {
  CrawlLinkStore,
  CrawlPageRecord,
  CrawlPageStore,
  StoredLink,
} from '../../model/crawl/crawl-page.ts';
import type { Admit, Finding, PageAddress } from './admit.ts';
import { addLeft, type LeftOut, type RunningCrawl } from './rules.ts';

type FollowDeps = {
  crawlPages: Pick<CrawlPageStore, 'lowerDepth'>;
  crawlLinks: Pick<CrawlLinkStore, 'getMany'>;
  admit: Admit;
};

/** Queues what a page leads to. Returns how many links are not followed, by reason. */
export type FollowLinks = {
  links: (
    running: RunningCrawl,
    page: { depth: number; meta_robots: string | null },
    links: readonly StoredLink[],
  ) => Promise<LeftOut>;
  /** The target of a redirect has the depth of the page that redirects to it. */
  redirect: (
    running: RunningCrawl,
    page: Pick<CrawlPageRecord, 'depth' | 'role' | 'url' | 'redirect_chain'>,
    to: { url: string; status: number },
  ) => Promise<LeftOut>;
};

/** The types of links that lead to pages. Others are parts of a page, or the same content in another form. */
const leadsToPage = ({ type }: StoredLink): boolean =>
  type === 'internal' || type === 'external' || type === 'canonical';

const isNofollow = (directives: string | null): boolean =>
  (directives ?? '').split(/[\s,]+/).some((name) => name === 'nofollow' || name === 'none');

const finding = (depth: number): Finding => ({ depth, role: 'page', redirect_chain: [] });

/** Sorts links into those that are followed and numbers of the others. */
const followed = (
  { crawl, judge }: RunningCrawl,
  { depth, meta_robots }: { depth: number; meta_robots: string | null },
  links: readonly StoredLink[],
) => {
  const toPages = links.filter(leadsToPage);
  const allowed = isNofollow(meta_robots) ? [] : toPages.filter(({ rel }) => !isNofollow(rel));
  const { addresses, left } = judge(allowed.map(({ url }) => url));
  const nofollow = toPages.length - allowed.length;
  if (nofollow > 0) left.nofollow = nofollow;
  if (depth < crawl.settings.depth) return { addresses, left };
  return { addresses: [], left: addLeft(left, addresses.length === 0 ? {} : { depth: addresses.length }) };
};

/**
 * Lowers the depth of pages to which a shorter way was found, and of all to which they lead. Without this, which pages lie
 * within the crawl's depth would depend on which answers came first. The pages are written last and the farthest first,
 * so that a process that dies in between does all of it again.
 */
const lowerDepths = async (
  { crawlPages, crawlLinks, admit }: FollowDeps,
  running: RunningCrawl,
  start: { page: CrawlPageRecord; depth: number }[],
): Promise<void> => {
  const { crawl_id } = running.crawl;
  const lowered = new Map<string, number>();
  const waiting = [...start];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { page, depth } = next;
    if ((lowered.get(page.page_id) ?? page.depth) <= depth) continue;
    lowered.delete(page.page_id);
    lowered.set(page.page_id, depth);
    const [stored] = page.state === 'completed' ? await crawlLinks.getMany(crawl_id, [page.page_id]) : [];
    if (stored === undefined) continue;
    const { addresses } = followed(running, { depth, meta_robots: page.meta_robots }, stored.links);
    const { nearer } = await admit(running, addresses, finding(depth + 1));
    waiting.push(...nearer.map((one) => ({ page: one, depth: depth + 1 })));
  }
  for (const [page_id, depth] of [...lowered].toReversed())
    await crawlPages.lowerDepth({ crawl_id, page_id }, depth);
};

export const createFollowLinks = (deps: FollowDeps): FollowLinks => {
  const follow = async (
    running: RunningCrawl,
    addresses: PageAddress[],
    found: Finding,
  ): Promise<LeftOut> => {
    const { left, nearer } = await deps.admit(running, addresses, found);
    await lowerDepths(
      deps,
      running,
      nearer.map((page) => ({ page, depth: found.depth })),
    );
    return left;
  };
  return {
    links: async (running, page, links) => {
      const { addresses, left } = followed(running, page, links);
      return addLeft(left, await follow(running, addresses, finding(page.depth + 1)));
    },
    redirect: async (running, { depth, role, url, redirect_chain }, to) => {
      const { addresses, left } = running.judge([to.url]);
      const chain = [...redirect_chain, { url, status: to.status }];
      const found = { depth, role, redirect_chain: chain };
      return addLeft(left, await follow(running, addresses, found));
    },
  };
};
