import type { Context } from '../../model/context.ts';
import type { CrawlPageRecord, StoredLink } from '../../model/crawl/crawl-page.ts';
import { admit, type AdmitContext, type Finding, type PageAddress } from './admit.ts';
import { addLeft, type LeftOut, type RunningCrawl } from './rules.ts';

export type FollowContext = AdmitContext & Pick<Context, 'crawlLinks'>;

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
 * so that a process that dies in between does all of it again. A page that a worker completes meanwhile is followed, too;
 * one that is still in work is followed by its worker, which cannot finish it with the greater depth.
 */
const lowerDepths = async (
  ctx: FollowContext,
  running: RunningCrawl,
  start: { page: CrawlPageRecord; depth: number }[],
): Promise<void> => {
  const { crawlPages, crawlLinks } = ctx;
  const { crawl_id } = running.crawl;
  const lowered = new Map<string, { page: CrawlPageRecord; depth: number }>();
  const waiting = [...start];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { page, depth } = next;
    if ((lowered.get(page.page_id) ?? page).depth <= depth) continue;
    lowered.delete(page.page_id);
    lowered.set(page.page_id, next);
    const [stored] = page.state === 'completed' ? await crawlLinks.getMany(crawl_id, [page.page_id]) : [];
    if (stored === undefined) continue;
    const { addresses } = followed(running, { depth, meta_robots: page.meta_robots }, stored.links);
    const { nearer } = await admit(ctx, running, addresses, finding(depth + 1));
    waiting.push(...nearer.map((one) => ({ page: one, depth: depth + 1 })));
  }
  for (const { page, depth } of [...lowered.values()].toReversed()) {
    if ((await crawlPages.lowerDepth(page, depth)) || page.state === 'completed') continue;
    const completed = await crawlPages.getMany(crawl_id, [page.page_id]);
    await lowerDepths(
      ctx,
      running,
      completed.map((now) => ({ page: now, depth })),
    );
  }
};

const follow = async (
  ctx: FollowContext,
  running: RunningCrawl,
  addresses: PageAddress[],
  found: Finding,
): Promise<LeftOut> => {
  const { left, nearer } = await admit(ctx, running, addresses, found);
  await lowerDepths(
    ctx,
    running,
    nearer.map((page) => ({ page, depth: found.depth })),
  );
  return left;
};

/** Queues what a page leads to. Returns how many links are not followed, by reason. */
export const followLinks = async (
  ctx: FollowContext,
  running: RunningCrawl,
  page: { depth: number; meta_robots: string | null },
  links: readonly StoredLink[],
): Promise<LeftOut> => {
  const { addresses, left } = followed(running, page, links);
  return addLeft(left, await follow(ctx, running, addresses, finding(page.depth + 1)));
};

/** Queues the target of a redirect, which has the depth of the page that redirects to it. */
export const followRedirect = async (
  ctx: FollowContext,
  running: RunningCrawl,
  { depth, role, url, redirect_chain }: Pick<CrawlPageRecord, 'depth' | 'role' | 'url' | 'redirect_chain'>,
  to: { url: string; status: number },
): Promise<LeftOut> => {
  const { addresses, left } = running.judge([to.url]);
  const chain = [...redirect_chain, { url, status: to.status }];
  return addLeft(left, await follow(ctx, running, addresses, { depth, role, redirect_chain: chain }));
};
