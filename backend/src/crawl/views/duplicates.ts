import type { CrawlPageStore } from '../../model/crawl/crawl-page.ts';

/** The most bits in which the hashes of near-duplicates differ. */
const MOST_BITS = 3;
/** Hashes are looked at in blocks of 16 bits. */
const BLOCKS = 4;
const BLOCK_DIGITS = 4;
/** The most pages that are compared. */
const MOST_PAGES = 20_000;
const PAGES_A_READ = 1000;

export type Hashed = { page_id: string; content_hash: string };

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
