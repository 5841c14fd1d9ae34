import { z } from 'zod';
import { decodeDocument } from '../encoding/decode.ts';
import { refuseComplexJson } from '../fields/limits.ts';
import { ParseError } from '../fields/parsed-feed.ts';
import { MAX_OPML_FEEDS, type OpmlRow, parseOpml, tooManyFeeds } from '../formats/opml.ts';
import { RefusedFile } from '../fields/refused-file.ts';
import {
  articleOf,
  type DocumentWords,
  type ExportedArticle,
  exportedItem,
  followedFeedOf,
  savedIn,
} from './exported-article.ts';
import { unpack } from './unpack.ts';

// A file that another reader wrote: OPML, JSON, or an archive of those, recognised by what it holds.

/** The feeds that a file lists, and the number of its articles that the reader had saved, labelled or read. */
export type ExportPlan = { feeds: OpmlRow[]; articles: number };

/** The place of an article: its document in the file, and its place among the articles of that. */
export type ExportPlace = { document: number; item: number };

export type ExportedPart = { articles: ExportedArticle[]; next: ExportPlace | null };

/** Reads what a file brings, isolated as a feed is. Throws RefusedFile. */
export type PlanExport = (bytes: Uint8Array) => Promise<ExportPlan>;

/** Reads at most `count` articles of a file from a place on, isolated as a feed is. Throws RefusedFile. */
export type ReadExported = (bytes: Uint8Array, from: ExportPlace, count: number) => Promise<ExportedPart>;

const items = z.array(z.unknown());
const hasAddress = (item: unknown): boolean => z.object({ url: z.string() }).safeParse(item).success;
const hasLinks = (item: unknown): boolean =>
  z
    .object({ alternate: items })
    .or(z.object({ canonical: items }))
    .safeParse(item).success;
const hasState = (item: unknown): boolean =>
  z
    .object({ status: z.string() })
    .or(z.object({ starred: z.boolean() }))
    .safeParse(item).success;

/** The kinds of JSON documents: how each is recognised, and what it says of all its items. */
const kinds: readonly z.ZodType<{ items: unknown[] } & DocumentWords>[] = [
  // JSON Feed, as Omomi and others export what is saved.
  z
    .object({ version: z.string().regex(/^https:\/\/jsonfeed\.org\/version\//), items })
    .transform((document) => ({ ...document, areSaved: 'all' as const, hasOwnTags: true })),
  // The form of Google Reader: FreshRSS, Inoreader, The Old Reader, Google Takeout; with words of its own Feedly's.
  z
    .object({
      id: z.string().catch(''),
      items: items.refine((list) => list.length === 0 || list.some(hasLinks)),
    })
    .transform((document) => ({ ...document, areSaved: savedIn(document.id), hasOwnTags: false })),
  // Miniflux's `GET /v1/entries`.
  z
    .object({ total: z.number(), entries: items })
    .transform(({ entries }) => ({ items: entries, areSaved: 'marked' as const, hasOwnTags: false })),
  // A list: entries of Miniflux, or saved articles as scripts read them off Feedly's page, which say nothing of states.
  items
    .refine((list) => list.some(hasAddress))
    .transform((list) => ({
      items: list,
      areSaved: list.some(hasState) ? ('marked' as const) : ('all' as const),
      hasOwnTags: false,
    })),
];

/** The feeds that an OPML document lists, those that articles name, and the articles. */
type Document = { listed: OpmlRow[]; named: OpmlRow[]; articles: ExportedArticle[] };

const readJson = (text: string): unknown => {
  try {
    refuseComplexJson(text);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof ParseError) throw new RefusedFile('too_large', error.message);
    throw new RefusedFile('damaged', 'This file begins as JSON does, but is not valid. It may be cut off.');
  }
};

/** Number of bytes that tell what a document is. */
const HEAD_BYTES = 1000;

const isTaste = (json: unknown): boolean =>
  z.object({ format: z.literal('omomi-taste') }).safeParse(json).success;

const UNKNOWN =
  'This is neither OPML nor an export of FreshRSS, Miniflux, Inoreader or Feedly: it names no feeds and no articles.';
const TASTE = 'This is the taste of an Omomi, which POST /api/me/taste takes in.';

/** Returns what one document brings. Throws RefusedFile. */
const readDocument = (bytes: Uint8Array): Document => {
  const [first] = decodeDocument(bytes.subarray(0, HEAD_BYTES), null).text.trim();
  if (first === '<') return { listed: parseOpml(bytes), named: [], articles: [] };
  if (first !== '{' && first !== '[') throw new RefusedFile('unknown', UNKNOWN);
  // JSON is UTF-8 (RFC 8259, 8.1), and may be larger than the documents that are decoded otherwise.
  const json = readJson(new TextDecoder().decode(bytes));
  for (const kind of kinds) {
    const { data } = kind.safeParse(json);
    if (data === undefined) continue;
    const read = data.items.flatMap((item) => exportedItem.safeParse(item).data ?? []);
    return {
      listed: [],
      named: read.flatMap((item) => followedFeedOf(item) ?? []),
      articles: read.flatMap((item) => articleOf(item, data) ?? []),
    };
  }
  throw new RefusedFile('unknown', isTaste(json) ? TASTE : UNKNOWN);
};

/** Reads a document of an archive, where others may lie beside it. Returns null for one of another kind. */
const readAmongOthers = (bytes: Uint8Array, name: string): Document | null => {
  try {
    return readDocument(bytes);
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    if (error.fault === 'unknown') return null;
    throw new RefusedFile(error.fault, `${name}: ${error.message}`);
  }
};

/** Returns the documents of a file from one on, each when it is asked for; null in the place of one of another kind. */
function* documentsFrom(bytes: Uint8Array, first: number): Generator<Document | null> {
  const { names, read } = unpack(bytes);
  if (names === null) {
    if (first === 0) yield readDocument(read(0));
    return;
  }
  for (let index = first; index < names.length; index += 1)
    yield readAmongOthers(read(index), names[index] ?? '');
}

/** Reads what a file brings: first the feeds that it lists, with their folders, then others that its articles name. Throws RefusedFile. */
export const planExport = (bytes: Uint8Array): ExportPlan => {
  const listed: OpmlRow[] = [];
  const named = new Map<string, OpmlRow>();
  let articles = 0;
  let isKnown = false;
  for (const document of documentsFrom(bytes, 0)) {
    if (document === null) continue;
    isKnown = true;
    listed.push(...document.listed);
    for (const row of document.named) named.set(row.url, row);
    articles += document.articles.length;
  }
  if (!isKnown) throw new RefusedFile('unknown', `No file of this ZIP archive can be read. ${UNKNOWN}`);
  for (const { url } of listed) named.delete(url);
  const feeds = [...listed, ...named.values()];
  if (feeds.length > MAX_OPML_FEEDS) throw tooManyFeeds();
  return { feeds, articles };
};

/** Reads at most `count` articles of a file from a place on; `next` is null at the end. Throws RefusedFile. */
export const readExported = (bytes: Uint8Array, from: ExportPlace, count: number): ExportedPart => {
  const articles: ExportedArticle[] = [];
  let index = from.document;
  for (const document of documentsFrom(bytes, index)) {
    const first = index === from.document ? from.item : 0;
    const found = document?.articles ?? [];
    const end = Math.min(found.length, first + count - articles.length);
    articles.push(...found.slice(first, end));
    if (end < found.length) return { articles, next: { document: index, item: end } };
    index += 1;
  }
  return { articles, next: null };
};
