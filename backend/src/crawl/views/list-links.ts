import type { CrawlLink } from '../../contract/index.ts';
import type { Context } from '../../model/context.ts';
import type { PageLinks } from '../../model/crawl/crawl-page.ts';
import { pageAddress } from '../frontier/admit.ts';

export type LinkContext = Pick<Context, 'crawlPages' | 'crawlLinks'>;

export type LinkQuery = {
  from?: string | undefined;
  to?: string | undefined;
  is_broken: boolean;
  limit: number;
};

/** A place among the links of a crawl: a page, and how many of its links came before. */
export type LinkPlace = { page: string | null; links: number };

/** The lowest status that counts as broken, and the most broken pages whose links are looked for. */
const BROKEN_FROM = 400;
const MOST_BROKEN = 20_000;
/** Number of pages whose links are read at once. */
const PAGES_A_PART = 20;

type Row = Omit<CrawlLink, 'target_id' | 'target_state' | 'target_status_code'>;

const rowsOf = ({ page_id, url, links }: PageLinks): (Row & { target: string | null })[] =>
  links.map((link) => ({
    source_id: page_id,
    source_url: url,
    target_url: link.url,
    text: link.text,
    type: link.type,
    rel: link.rel,
    position: link.position,
    target: pageAddress(link.url)?.page_id ?? null,
  }));

/** Adds to links what became of their targets. */
const withTargets = async (
  { crawlPages }: LinkContext,
  crawlId: string,
  rows: (Row & { target: string | null })[],
): Promise<CrawlLink[]> => {
  const ids = new Set(rows.flatMap(({ target }) => target ?? []));
  const pages = new Map(
    (await crawlPages.getMany(crawlId, [...ids])).map((page) => [page.page_id, page] as const),
  );
  return rows.map(({ target, ...row }) => {
    const page = target === null ? undefined : pages.get(target);
    return {
      ...row,
      target_id: page?.page_id ?? null,
      target_state: page?.state ?? null,
      target_status_code: page?.status_code ?? null,
    };
  });
};

/** Returns the ids of the pages that are broken. */
const brokenPages = async ({ crawlPages }: LinkContext, crawlId: string): Promise<Set<string>> => {
  const broken = new Set<string>();
  const failed = await crawlPages.list(crawlId, { by: 'state', state: 'error' }, { limit: MOST_BROKEN });
  for (const { page_id } of failed.pages) broken.add(page_id);
  // The highest codes come first, so reading stops at the first that is not broken.
  let after: string | undefined;
  while (broken.size < MOST_BROKEN) {
    const part = await crawlPages.list(crawlId, { by: 'status' }, { limit: 500, after, is_descending: true });
    const bad = part.pages.filter(({ place }) => Number(place.split('#')[1]) >= BROKEN_FROM);
    for (const { page_id } of bad) broken.add(page_id);
    after = part.pages.at(-1)?.place;
    if (bad.length < part.pages.length || !part.has_more || after === undefined) break;
  }
  return broken;
};

/** Returns pages with their links, of which some match the query, and the last page that was looked at. */
const readSources = async (
  { crawlLinks }: LinkContext,
  crawlId: string,
  { from, limit }: LinkQuery,
  targets: ReadonlySet<string> | null,
  after: string | null,
): Promise<{ sources: PageLinks[]; last: string | null }> => {
  if (from !== undefined) return { sources: await crawlLinks.getMany(crawlId, [from]), last: null };
  const most = Math.min(limit, PAGES_A_PART);
  const page = { limit: most, after: after ?? undefined };
  if (targets === null) {
    const sources = await crawlLinks.scan(crawlId, page);
    return { sources, last: sources.length === most ? (sources.at(-1)?.page_id ?? null) : null };
  }
  const { page_ids, last } = await crawlLinks.linkingTo(crawlId, targets, page);
  const found = await crawlLinks.getMany(crawlId, page_ids);
  return { sources: found.toSorted((a, b) => (a.page_id < b.page_id ? -1 : 1)), last };
};

/**
 * Returns a part of the links of a crawl, in the order of the ids of their pages and then of their places in them. `place` is
 * where the part before ended.
 */
export const listLinks = async (
  ctx: LinkContext,
  crawlId: string,
  query: LinkQuery,
  place: LinkPlace | null,
): Promise<{ links: CrawlLink[]; last: LinkPlace | null }> => {
  const broken = query.is_broken ? await brokenPages(ctx, crawlId) : null;
  const targets = query.to === undefined ? broken : new Set([query.to]);
  const isWanted = (target: string | null) =>
    (query.to === undefined || target === query.to) &&
    (broken === null || (target !== null && broken.has(target)));

  // A page whose links did not all fit is read again, and those that were returned are skipped.
  const { sources, last } = await readSources(ctx, crawlId, query, targets, place?.page ?? null);
  const rows: ReturnType<typeof rowsOf> = [];
  let skipped = place?.links ?? 0;
  let before = place?.page ?? null;
  for (const source of sources) {
    const wanted = rowsOf(source).filter(({ target }) => isWanted(target));
    const open = wanted.slice(skipped);
    const room = query.limit - rows.length;
    rows.push(...open.slice(0, room));
    if (open.length > room)
      return {
        links: await withTargets(ctx, crawlId, rows),
        last: { page: before, links: skipped + room },
      };
    skipped = 0;
    before = source.page_id;
  }
  const links = await withTargets(ctx, crawlId, rows);
  return { links, last: last === null ? null : { page: last, links: 0 } };
};
