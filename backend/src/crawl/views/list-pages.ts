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

/** The most bits in which the hashes of near-duplicates differ. */
const MOST_BITS = 3;
/** Hashes are looked at in blocks of 16 bits. */
const BLOCKS = 4;
const BLOCK_DIGITS = 4;
/** The most pages that are compared. */
const MOST_PAGES = 20_000;
const PAGES_A_READ = 1000;

type Hashed = { page_id: string; content_hash: string };

/** Returns the number of bits in which two hashes of 16 hex digits differ. */
const distance = (a: string, b: string): number => {
  let different = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let bits = 0;
  for (; different > 0n; different &= different - 1n) bits += 1;
  return bits;
};

/** Returns the hashes that have the same digits in one of the blocks. */
const sharingBlock = (hashes: readonly string[]): string[][] =>
  Array.from({ length: BLOCKS }, (_, block) =>
    Map.groupBy(hashes, (hash) => hash.slice(block * BLOCK_DIGITS, (block + 1) * BLOCK_DIGITS)),
  ).flatMap((groups) => [...groups.values()].filter((group) => group.length > 1));

/**
 * Groups pages whose hashes are equal or differ in at most 3 bits, directly or through others, the largest groups first.
 * Two hashes that differ in at most 3 bits have one of four blocks in common, so only such pairs are compared.
 */
export const groupDuplicates = (pages: readonly Hashed[]): Hashed[][] => {
  const leaders = new Map<string, string>();
  const leaderOf = (hash: string): string => {
    let leader = hash;
    for (let next = leaders.get(leader); next !== undefined && next !== leader; next = leaders.get(leader))
      leader = next;
    return leader;
  };
  const hashes = [...new Set(pages.map(({ content_hash }) => content_hash))];
  for (const group of sharingBlock(hashes))
    for (const [at, a] of group.entries())
      for (const b of group.slice(at + 1))
        if (leaderOf(a) !== leaderOf(b) && distance(a, b) <= MOST_BITS) leaders.set(leaderOf(b), leaderOf(a));
  const groups = Map.groupBy(pages, ({ content_hash }) => leaderOf(content_hash));
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .toSorted((a, b) => b.length - a.length || ((a[0]?.page_id ?? '') < (b[0]?.page_id ?? '') ? -1 : 1));
};

/** Returns the pages of a crawl that have a hash. */
export const hashedPages = async (
  { list }: Pick<CrawlPageStore, 'list'>,
  crawlId: string,
): Promise<Hashed[]> => {
  const pages: Hashed[] = [];
  let after: string | undefined;
  do {
    const part = await list(crawlId, { by: 'content' }, { limit: PAGES_A_READ, after });
    for (const { page_id, place } of part.pages)
      pages.push({ page_id, content_hash: place.split('#')[1] ?? '' });
    after = part.has_more ? part.pages.at(-1)?.place : undefined;
  } while (after !== undefined && pages.length < MOST_PAGES);
  return pages;
};
