import pMap from 'p-map';
import type { Context } from '../../model/context.ts';
import { bringUpToDate, type BringUpToDateContext } from './bring-up-to-date.ts';
import { createMemory, placesOf, type Places, type ReaderMemory, type View } from './reader-memory.ts';
import { loadReaderRows, type ReaderRow, type ReaderRows, type ReaderRowsContext } from './reader-rows.ts';
import type { Part } from '../segment/part.ts';
import { loadManifest, loadPart } from './segment-store.ts';
import { noteUse } from './note-use.ts';

/**
 * Milliseconds for which a reader's rows are not read again while a query is typed, unless the reader writes something in this process. What
 * another process writes is seen after that.
 */
const REMEMBERED_MS = 10_000;
/** The most articles of a segment. The oldest of a reader who has more are searched by their rows alone. */
const LARGEST_SEGMENT = 50_000;
/** Number of parts that are read at once. */
const CONCURRENT_PARTS = 8;
/** About what a row takes in memory with all that is made of it, in bytes; measured (docs/measurements.md). */
const ROW_BYTES = 1700;

/** The context for searching. */
type SearcherContext = ReaderRowsContext & BringUpToDateContext & Pick<Context, 'profiles'>;

/** A reader's articles as a search sees them. */
export type Opened = ReaderRows & {
  /** The oldest first. Of two texts of an article the later one counts. */
  parts: readonly Part[];
  /** The places of the articles' texts. Articles without one yet are searched by their rows. */
  places: Places;
  indexed: { articles: number; of: number };
};

export type Searcher = {
  /**
   * Opens all that a reader has to be searched, and reads new texts for about two seconds at most. The rows are at most this old; ten
   * seconds by default.
   */
  open: (userId: string, mostAgeMs?: number) => Promise<Opened>;
  /**
   * Returns the parts of a reader's segment as the last search left them, the oldest first; none if the reader does not search.
   * It reads no row and no text.
   */
  keptParts: (userId: string) => Promise<readonly Part[]>;
  /** Returns all rows of a reader as lists show them now. It reads no text, and does not count as a search. */
  rows: (userId: string) => Promise<ReaderRows>;
  /** Must be called after each write of a reader, so that the next search sees it. */
  forgetRows: (userId: string) => void;
};

/**
 * Creates the way to what is searched. It keeps readers' segments in memory, in about `mostBytes`:
 *
 * 1. Read the rows and the manifest, unless they were read in the last ten seconds, and the parts that are not in memory.
 * 2. Bring the segment up to date, unless another search of this process is at it; that one is not waited for.
 * 3. Return the rows with the places of their texts.
 */
export const createSearcher = (ctx: SearcherContext, mostBytes: number): Searcher => {
  const kept = createMemory(mostBytes);
  return {
    open: async (userId, mostAgeMs = REMEMBERED_MS) => {
      const memory = kept.of(userId);
      const rows = await rememberedRows(ctx, memory, mostAgeMs);
      const view = viewOf(memory, rows);
      if (memory.updating === null && view.missing.length > 0) {
        memory.updating = bringUpToDate(ctx, memory, view).finally(() => {
          memory.updating = null;
        });
        await memory.updating;
      }
      kept.shrink();
      return openedOf(viewOf(memory, rows));
    },
    keptParts: async (userId) => {
      const memory = kept.of(userId);
      if (memory.parts.length === 0) await loadParts(ctx, memory);
      kept.shrink();
      return memory.parts.map(({ part }) => part);
    },
    rows: async (userId) => {
      const memory = kept.of(userId);
      const rows = await loadReaderRows(ctx, userId, ctx.now(), memory.last_rows);
      memory.last_rows = rows;
      memory.row_bytes = rows.rows.length * ROW_BYTES;
      kept.shrink();
      return rows;
    },
    forgetRows: kept.forgetRows,
  };
};

/** Returns the rows whose texts the segment holds: all, or those that stay and the newest of the others. */
const indexableOf = (rows: readonly ReaderRow[]): readonly ReaderRow[] => {
  if (rows.length <= LARGEST_SEGMENT) return rows;
  const saved = rows.filter(({ is_kept }) => is_kept).slice(0, LARGEST_SEGMENT);
  const others = rows.filter(({ is_kept }) => !is_kept).slice(0, LARGEST_SEGMENT - saved.length);
  return [...saved, ...others];
};

const rememberedRows = async (
  ctx: SearcherContext,
  memory: ReaderMemory,
  mostAgeMs: number,
): Promise<ReaderRows> => {
  const at = ctx.now();
  const known = memory.rows;
  if (known !== null) {
    const rows = await known;
    // None or less if they were read after they were asked for.
    const age = at.getTime() - memory.rows_ms;
    const isYoung = age <= 0 || age < mostAgeMs;
    // A clock that was set back would make them young for long.
    if (isYoung && memory.rows_ms <= ctx.now().getTime()) return rows;
    // Several searches may have waited for the same rows. The first of them reads them again for all.
    if (memory.rows !== known) return rememberedRows(ctx, memory, mostAgeMs);
  }
  const loading = loadAll(ctx, memory, at);
  memory.rows = loading;
  loading.catch(() => {
    if (memory.rows === loading) memory.rows = null;
  });
  return loading;
};

const loadAll = async (ctx: SearcherContext, memory: ReaderMemory, at: Date): Promise<ReaderRows> => {
  await noteUse(ctx, memory, at);
  const [rows] = await Promise.all([
    loadReaderRows(ctx, memory.user_id, at, memory.last_rows),
    loadParts(ctx, memory),
  ]);
  memory.last_rows = rows;
  memory.rows_ms = at.getTime();
  memory.row_bytes = rows.rows.length * ROW_BYTES;
  forgetUnreadable(memory, rows.rows);
  return rows;
};

/** Reads the manifest, and the parts that it names and that are not in memory, one after the other. */
const loadParts = async (ctx: SearcherContext, memory: ReaderMemory): Promise<void> => {
  const { parts } = await loadManifest(ctx, memory.user_id);
  const held = new Map(memory.parts.map((each) => [each.entry.name, each]));
  const loaded = await pMap(
    parts,
    async (entry) => held.get(entry.name) ?? (await loadPart(ctx, memory.user_id, entry)),
    { concurrency: CONCURRENT_PARTS },
  );
  const found = loaded.filter((each) => each !== null);
  const names = new Set(found.map(({ entry }) => entry.name));
  const unstored = memory.parts.filter(({ entry, is_stored }) => !is_stored && !names.has(entry.name));
  const all = [...found, ...unstored];
  const isSame = all.length === memory.parts.length && all.every((each, at) => each === memory.parts[at]);
  // The same list is what a view is made of.
  if (!isSame) memory.parts = all;
};

const forgetUnreadable = (memory: ReaderMemory, rows: readonly ReaderRow[]): void => {
  if (memory.unreadable.size === 0) return;
  const versions = new Map(rows.map(({ article_id, version }) => [article_id, version]));
  const still = [...memory.unreadable].filter(([id, version]) => versions.get(id) === version);
  if (still.length < memory.unreadable.size) memory.unreadable = new Map(still);
};

/** Returns what the rows and the parts make together; what was made of the same before is used again. */
const viewOf = (memory: ReaderMemory, rows: ReaderRows): View => {
  const { view: known, parts, unreadable } = memory;
  const isSame = known?.rows.rows === rows.rows && known.parts === parts && known.unreadable === unreadable;
  if (isSame) return { ...known, rows };
  const places = placesOf(rows.rows, parts);
  const indexable = indexableOf(rows.rows);
  const missing = indexable.filter(
    ({ article_id, version }) => !places.has(article_id) && unreadable.get(article_id) !== version,
  );
  const view = { rows, parts, unreadable, places, indexable, missing };
  memory.view = view;
  return view;
};

const openedOf = ({ rows, parts, places, indexable, missing }: View): Opened => ({
  ...rows,
  parts: parts.map(({ part }) => part),
  places,
  indexed: { articles: indexable.length - missing.length, of: indexable.length },
});
