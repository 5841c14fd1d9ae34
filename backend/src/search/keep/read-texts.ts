import type { TextMode, TextSource } from '../../contract/index.ts';
import { shownBody, shownSource } from '../../articles/reading/shown-entry.ts';
import { isItemError } from '../../lib/errors.ts';
import type { Log } from '../../logging/log.ts';
import type { Article } from '../../model/article/article.ts';
import type { Entry, SavedCopy } from '../../model/article/entry.ts';
import type { Context } from '../../model/context.ts';
import { textMark } from '../../model/article/text-mark.ts';
import { denseValues } from '../../model/score/vector.ts';
import type { ArticlePage } from '../../model/text/full-text.ts';
import { plainText } from '../../parser/fields/text.ts';
import type { SearchText } from '../segment/part.ts';
import { sketchOf } from '../segment/sketch.ts';
import { rowVersion, visitYielding } from './stored-rows.ts';

/** The context for reading the texts that are searched. */
export type ReadTextsContext = Pick<
  Context,
  'entries' | 'articles' | 'articlePages' | 'feeds' | 'saved' | 'vectors' | 'embedder' | 'log'
>;

/** The texts of articles with their sketches by article_id; `saved` has the ids of those that the reader saved. */
type ReadBatch = {
  texts: SearchText[];
  sketches: Map<string, Uint8Array>;
  saved: ReadonlySet<string>;
};

/** Number of texts that are made plain before the process does other work: some 10 ms. */
const AT_ONCE = 8;

/** The stored forms of the texts of some entries, by article_id. */
type Stored = {
  articles: ReadonlyMap<string, Article>;
  pages: ReadonlyMap<string, ArticlePage>;
  copies: ReadonlyMap<string, SavedCopy>;
  /** The source of the text that the reader sees. */
  sources: ReadonlyMap<string, TextSource>;
};

/**
 * Reads the texts of entries as their reader sees them. Entries that are gone are left out:
 *
 * 1. Read the entries, whose state decides which text their reader sees. A text is read after its entry, so it is never
 *    older than the version that is noted with it; a newer one is noticed by the next version of the entry.
 * 2. Read the feeds, then articles, vectors, and the pages and copies of those that show them.
 * 3. Make the text that is shown plain, and the sketch of its vector. An article whose text is gone, or cannot be read,
 *    has its excerpt.
 */
export const readTexts = async (
  ctx: ReadTextsContext,
  userId: string,
  articleIds: string[],
  modes: ReadonlyMap<string, TextMode>,
): Promise<ReadBatch> => {
  const entries = await readEach(
    articleIds,
    (ids) => ctx.entries.getMany(userId, ids, false),
    tell(ctx.log, 'search cannot read an entry'),
  );
  const [stored, sketches] = await Promise.all([
    readStored(ctx, userId, entries, modes),
    readSketches(ctx, entries),
  ]);
  const texts: SearchText[] = [];
  await visitYielding(entries, AT_ONCE, (entry) => {
    texts.push(textOf(ctx.log, entry, stored, modes.get(entry.feed_ids[0])));
  });
  const saved = new Set(entries.filter(({ is_saved }) => is_saved).map(({ article_id }) => article_id));
  return { texts, sketches, saved };
};

const readStored = async (
  ctx: ReadTextsContext,
  userId: string,
  entries: Entry[],
  modes: ReadonlyMap<string, TextMode>,
): Promise<Stored> => {
  const told = tell(ctx.log, 'search cannot read an article');
  const feedIds = [...new Set(entries.map(({ feed_ids: [feed_id] }) => feed_id))];
  const feeds = new Map(
    (await readEach(feedIds, ctx.feeds.getMany, told)).map((feed) => [feed.feed_id, feed]),
  );
  const sources = new Map(
    entries.map((entry) => {
      const [feed_id] = entry.feed_ids;
      return [entry.article_id, shownSource(entry, modes.get(feed_id), feeds.get(feed_id) ?? null)];
    }),
  );
  const ofPages = entries.filter(({ article_id }) => sources.get(article_id) === 'full');
  const ofCopies = entries.filter(({ is_saved }) => is_saved);
  const [articles, pages, copies] = await Promise.all([
    readEach(entries.map(keyOf), ctx.articles.getMany, told),
    readEach(ofPages.map(idOf), ctx.articlePages.getMany, told),
    readEach(ofCopies.map(idOf), (ids) => ctx.saved.getMany(userId, ids), told),
  ]);
  return {
    sources,
    articles: new Map(articles.map((article) => [article.article_id, article])),
    pages: new Map(pages.map((page) => [page.article_id, page])),
    copies: new Map(copies.map((copy) => [copy.article_id, copy])),
  };
};

const readSketches = async (
  { vectors, embedder, log }: ReadTextsContext,
  entries: Entry[],
): Promise<Map<string, Uint8Array>> => {
  const found = await readEach(entries.map(keyOf), vectors.getMany, tell(log, 'search cannot read a vector'));
  // Sketches of other models are not compared.
  const usable = found.filter(({ vector }) => vector.model === embedder.model && vector.scale > 0);
  return new Map(usable.map(({ article_id, vector }) => [article_id, sketchOf(denseValues(vector))]));
};

const keyOf = ({ article_id, feed_ids: [feed_id] }: Entry) => ({ article_id, feed_id });
const idOf = ({ article_id }: Entry) => article_id;

const tell =
  (log: Log, message: string) =>
  (key: unknown, error: Error): void =>
    log.warn(message, { key, error });

/** The most characters of a text that are searched. */
const LONGEST_TEXT = 200_000;

const textOf = (log: Log, entry: Entry, stored: Stored, mode: TextMode | undefined): SearchText => {
  const { article_id, title } = entry;
  const body = shownBody(entry, {
    article: stored.articles.get(article_id) ?? null,
    copy: stored.copies.get(article_id) ?? null,
    page: stored.pages.get(article_id) ?? null,
    source: stored.sources.get(article_id) ?? 'feed',
  });
  const version = rowVersion(
    { ...entry, reading_minutes: entry.extra.reading_minutes, text_mark: textMark(entry) },
    mode,
  );
  return {
    article_id,
    version,
    title,
    body: body === null ? entry.excerpt : plainBody(log, article_id, body).slice(0, LONGEST_TEXT),
    author: body?.author ?? null,
    categories: [...(body?.categories ?? [])],
  };
};

/** Returns the text of a body. One that breaks whatever reads it is searched by its summary. */
const plainBody = (
  log: Log,
  article_id: string,
  { content, summary }: { content: string; summary: string },
) => {
  try {
    return plainText(content) || summary;
  } catch (error) {
    if (!isItemError(error)) throw error;
    log.warn('search cannot read a text', { article_id, error });
    return summary;
  }
};

/**
 * Reads items together, or each alone if one of them cannot be read, so that it does not keep the others from being
 * found. `onFailure` gets the key and the error of one that cannot be read.
 */
const readEach = async <K, T>(
  keys: K[],
  getMany: (keys: K[]) => Promise<T[]>,
  onFailure: (key: K, error: Error) => void,
): Promise<T[]> => {
  const [only, ...others] = keys;
  if (only === undefined) return [];
  try {
    return await getMany(keys);
  } catch (error) {
    if (!isItemError(error)) throw error;
    if (others.length === 0) {
      onFailure(only, error);
      return [];
    }
  }
  const found: T[] = [];
  for (const key of keys) found.push(...(await readEach([key], getMany, onFailure)));
  return found;
};
