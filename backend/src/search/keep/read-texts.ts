import type { TextMode } from '../../contract/index.ts';
import { type Body, readShownTexts } from '../../articles/reading/shown-entry.ts';
import { isItemError } from '../../lib/errors.ts';
import { readEach } from '../../lib/lists.ts';
import type { Log } from '../../logging/log.ts';
import type { Entry } from '../../model/article/entry.ts';
import type { Context } from '../../model/context.ts';
import { textChecksum } from '../../model/text/text-mode.ts';
import { denseValues } from '../../model/score/vector.ts';
import { plainText } from '../../parser/fields/text.ts';
import type { SearchText } from '../segment/part.ts';
import { sketchOf } from '../segment/sketch.ts';
import { rowVersion, visitYielding } from './stored-rows.ts';

/** The context for reading the texts that are searched. */
export type ReadTextsContext = Pick<
  Context,
  'entries' | 'articles' | 'sitePages' | 'feeds' | 'saved' | 'vectors' | 'embedder' | 'log'
>;

/** The texts of articles with their sketches by article_id; `saved` has the ids of those that the reader saved. */
type ReadBatch = {
  texts: SearchText[];
  sketches: Map<string, Uint8Array>;
  saved: ReadonlySet<string>;
};

/** Number of texts that are made plain before the process does other work: some 10 ms. */
const AT_ONCE = 8;

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
  const [bodyOf, sketches] = await Promise.all([
    readShownTexts(ctx, userId, { entries, modes }, tell(ctx.log, 'search cannot read an article')),
    readSketches(ctx, entries),
  ]);
  const texts: SearchText[] = [];
  await visitYielding(entries, AT_ONCE, (entry) => {
    texts.push(textOf(ctx.log, entry, bodyOf(entry), modes.get(entry.feed_ids[0])));
  });
  const saved = new Set(entries.filter(({ is_saved }) => is_saved).map(({ article_id }) => article_id));
  return { texts, sketches, saved };
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

const tell =
  (log: Log, message: string) =>
  (key: unknown, error: Error): void =>
    log.warn(message, { key, error });

/** The most characters of a text that are searched. */
const LONGEST_TEXT = 200_000;

const textOf = (log: Log, entry: Entry, body: Body | null, mode: TextMode | undefined): SearchText => {
  const { article_id, title } = entry;
  const version = rowVersion(
    { ...entry, reading_minutes: entry.extra.reading_minutes, text_checksum: textChecksum(entry) },
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
