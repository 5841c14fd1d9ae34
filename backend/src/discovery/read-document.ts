import type { Feed, PageSource } from '../model/feed/feed.ts';
import { emptyListingSentence, noListingSentences } from '../model/feed/failure-sentences.ts';
import { listingIn } from '../model/feed/feed-url.ts';
import { ParseError, type ParsedFeed } from '../parser/fields/parsed-feed.ts';
import type { DocumentParser } from '../parser/document-parser.ts';
import type { Page } from '../parser/pages/page-links.ts';

/** Number of fetches in a row without an item after which the list of a page is learnt anew. */
const RELEARN_AFTER = 3;

export type ReadContext = { parser: Pick<DocumentParser, 'parseFeed' | 'learnListing' | 'pageToFeed'> };

/** The items of a document, and the way to find them that was learnt from it; null if that has not changed. */
type ReadDocument = { parsed: ParsedFeed; source: PageSource | null };

/** The page has no items where they were. `source` counts this fetch. */
export class EmptyListingError extends ParseError {
  readonly source: PageSource;

  constructor(source: PageSource) {
    super('not_a_listing', emptyListingSentence);
    this.source = source;
  }
}

/**
 * Learns how the items of a page are found: by the pattern with this id, or one whose addresses have this shape, or
 * the best one. Throws ParseError `not_a_listing`, which says what the page is instead.
 */
const learn = async (
  { parser }: ReadContext,
  page: Page,
  { pattern_id, shape }: { pattern_id: string; shape: string | null },
): Promise<ReadDocument> => {
  const { lists, why_none } = await parser.learnListing(page);
  const list =
    lists.find((one) => one.pattern_id === pattern_id) ??
    lists.find((one) => shape !== null && one.shape === shape) ??
    lists[0];
  if (list === undefined) throw new ParseError('not_a_listing', noListingSentences[why_none ?? 'no_list']);
  const source = { selectors: list.selectors, shape: list.shape, empty_fetches: 0 };
  const { feed } = await parser.pageToFeed(page, { kind: 'page', ...source });
  return { parsed: feed, source };
};

const readPage = async (
  ctx: ReadContext,
  page: Page,
  pattern_id: string,
  source: PageSource | null,
): Promise<ReadDocument> => {
  if (source === null) return learn(ctx, page, { pattern_id, shape: null });
  const { feed } = await ctx.parser.pageToFeed(page, { kind: 'page', ...source });
  if (feed.items.length > 0)
    return { parsed: feed, source: source.empty_fetches === 0 ? null : { ...source, empty_fetches: 0 } };
  const empty = { ...source, empty_fetches: source.empty_fetches + 1 };
  if (empty.empty_fetches < RELEARN_AFTER) throw new EmptyListingError(empty);
  return learn(ctx, page, { pattern_id, shape: source.shape });
};

/**
 * Reads a document by what its feed is: RSS, Atom or JSON; or the page or sitemap of a site without a feed. Throws
 * ParseError, and EmptyListingError for a page in which nothing was found.
 */
export const readDocument = async (
  ctx: ReadContext,
  { url, source }: Pick<Feed, 'url' | 'source'>,
  document: Page,
): Promise<ReadDocument> => {
  const listing = listingIn(url);
  if (listing === null)
    return { parsed: await ctx.parser.parseFeed(document.bytes, document.contentType), source: null };
  if (listing.kind === 'page') return readPage(ctx, document, listing.pattern_id, source);
  const { feed } = await ctx.parser.pageToFeed(document, listing);
  if (feed.items.length === 0) throw new ParseError('not_a_listing', noListingSentences.no_pages);
  return { parsed: feed, source: null };
};
