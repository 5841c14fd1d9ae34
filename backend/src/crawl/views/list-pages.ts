import type { z } from 'zod';
import type { CrawlPage, crawlPageQuery, CrawlPageState } from '../../contract/index.ts';
import type { CrawlPageRecord, CrawlPageStore, ListedPage } from '../../model/crawl/crawl-page.ts';

type PageQuery = Omit<z.output<typeof crawlPageQuery>, 'cursor'>;
type Lists = Pick<CrawlPageStore, 'list' | 'getMany'>;
type Part = { pages: ListedPage[]; has_more: boolean };

const states: readonly CrawlPageState[] = ['queued', 'processing', 'completed', 'error', 'disallowed'];

/** Returns the part of a place that orders pages of all states together: what follows the state. */
const withoutState = (place: string): string => place.slice(place.indexOf('#'));

/** Lists pages of all states by the time when they were found, by merging the lists of the states. */
const listMerged = async (
  { list }: Lists,
  crawlId: string,
  { limit, after, isDescending }: { limit: number; after: string | undefined; isDescending: boolean },
): Promise<Part> => {
  const parts = await Promise.all(
    states.map((state) =>
      list(
        crawlId,
        { by: 'state', state },
        {
          limit,
          after: after === undefined ? undefined : `${state}${withoutState(after)}`,
          is_descending: isDescending,
        },
      ),
    ),
  );
  const sign = isDescending ? -1 : 1;
  const merged = parts
    .flatMap(({ pages }) => pages)
    .toSorted((a, b) => (withoutState(a.place) < withoutState(b.place) ? -sign : sign));
  return {
    pages: merged.slice(0, limit),
    has_more: merged.length > limit || parts.some(({ has_more }) => has_more),
  };
};

/** Chooses the list that answers a query; what it does not answer is filtered from its pages. */
const readList = (
  lists: Lists,
  crawlId: string,
  query: PageQuery,
  after: string | undefined,
): Promise<Part> => {
  const { state, status_code, content_hash, sort, limit } = query;
  const page = { limit, after, is_descending: sort === 'newest' || sort === 'slowest' };
  if (sort === 'slowest') return lists.list(crawlId, { by: 'slowest' }, page);
  if (content_hash !== undefined || sort === 'content')
    return lists.list(crawlId, { by: 'content', content_hash }, page);
  if (status_code !== undefined || sort === 'status')
    return lists.list(crawlId, { by: 'status', status_code }, page);
  if (state !== undefined) return lists.list(crawlId, { by: 'state', state }, page);
  return listMerged(lists, crawlId, { limit, after, isDescending: page.is_descending });
};

const passes = ({ state, status_code, content_hash }: PageQuery, page: CrawlPage): boolean =>
  (state === undefined || page.state === state) &&
  (status_code === undefined || page.status_code === status_code) &&
  (content_hash === undefined || page.content_hash === content_hash);

/** Returns a part of the pages of a crawl; `after` is the place of the last page of the part before. */
export const listPages = async (
  lists: Lists,
  crawlId: string,
  query: PageQuery,
  after: string | undefined,
): Promise<{ pages: CrawlPageRecord[]; last: string | null }> => {
  const { pages, has_more } = await readList(lists, crawlId, query, after);
  const found = await lists.getMany(
    crawlId,
    pages.map(({ page_id }) => page_id),
  );
  const byId = new Map(found.map((page) => [page.page_id, page]));
  const inOrder = pages.flatMap(({ page_id }) => byId.get(page_id) ?? []);
  return {
    pages: inOrder.filter((page) => passes(query, page)),
    last: has_more ? (pages.at(-1)?.place ?? null) : null,
  };
};

/** Returns a page in the form of the API. */
export const pageToWire = (page: CrawlPageRecord): CrawlPage => {
  const { crawl_id: _, owner: _owner, lease_until: _lease, due_at: _due, ttl: _ttl, ...wire } = page;
  return wire;
};
