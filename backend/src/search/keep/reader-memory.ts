import { partBytes, type Part } from '../segment/part.ts';
import type { ReaderRow, ReaderRows } from './reader-rows.ts';
import type { HeldPart } from './segment-store.ts';

/** The state that a process keeps of one reader between searches. */
export type ReaderMemory = {
  user_id: string;
  /** The parts of the segment, the oldest first. Of two texts of an article the later one counts. */
  parts: readonly HeldPart[];
  /** The reader's rows, or the attempt to read them; null if they must be read. */
  rows: Promise<ReaderRows> | null;
  /** The last rows that were read, of which the next reading begins; null before. */
  last_rows: ReaderRows | null;
  /** The time in milliseconds since 1970 when `rows` were read, or found to be as they were. */
  rows_ms: number;
  /** The versions, by article_id, of articles whose text could not be read. They count as read. */
  unreadable: ReadonlyMap<string, string>;
  /** The join of the rows and parts by the last search; valid as long as both are the same. */
  view: View | null;
  /** The time in milliseconds since 1970 when this process last noted that the reader searches; null before. */
  noted_ms: number | null;
  /** The reading of new texts that is under way. */
  updating: Promise<void> | null;
  /** The memory in bytes that the rows take. */
  row_bytes: number;
};

/** The rows with the places of their texts, and the rows whose text is missing. */
export type View = {
  rows: ReaderRows;
  parts: readonly HeldPart[];
  unreadable: ReadonlyMap<string, string>;
  places: Places;
  indexable: readonly ReaderRow[];
  missing: readonly ReaderRow[];
};

export type Memory = {
  /** Returns what is remembered of a reader, and remembers that it was used last. */
  of: (userId: string) => ReaderMemory;
  /** Makes the next search read the reader's rows again. */
  forgetRows: (userId: string) => void;
  /** Forgets the readers who searched longest ago until the memory is within its limit; never the last one. */
  shrink: () => void;
};

/** Creates the memory of a process for searches, of about `most` bytes. */
export const createMemory = (most: number): Memory => {
  // In the order of use, the last one last.
  const readers = new Map<string, ReaderMemory>();
  return {
    of: (user_id) => {
      const memory: ReaderMemory = readers.get(user_id) ?? {
        user_id,
        parts: [],
        rows: null,
        last_rows: null,
        rows_ms: 0,
        unreadable: new Map(),
        view: null,
        noted_ms: null,
        updating: null,
        row_bytes: 0,
      };
      readers.delete(user_id);
      readers.set(user_id, memory);
      return memory;
    },
    forgetRows: (userId) => {
      const memory = readers.get(userId);
      if (memory !== undefined) memory.rows = null;
    },
    shrink: () => {
      let held = [...readers.values()].reduce((sum, memory) => sum + bytesOf(memory), 0);
      for (const memory of [...readers.values()].slice(0, -1)) {
        if (held <= most) return;
        held -= bytesOf(memory);
        readers.delete(memory.user_id);
      }
    },
  };
};

const bytesOf = ({ parts, row_bytes }: ReaderMemory): number =>
  parts.reduce((sum, { part }) => sum + partBytes(part), row_bytes);

/** The place of an article's text: the part, and the number of the article in it. */
type Place = { part: Part; at: number };

/** The places of texts by article_id. */
export type Places = {
  has: (articleId: string) => boolean;
  get: (articleId: string) => Place | undefined;
};

/**
 * Returns the places of the texts that are up to date, by article_id. Of several texts of an article the last one counts,
 * as it does for `search`.
 */
export const placesOf = (
  rows: readonly Pick<ReaderRow, 'article_id' | 'version'>[],
  parts: readonly HeldPart[],
): Places => {
  const rowOf = new Map(rows.map(({ article_id }, row) => [article_id, row]));
  // For each row the part of its text and its number there. An object a row would take most of the time of making them.
  const partOf = new Int32Array(rows.length).fill(-1);
  const numberOf = new Int32Array(rows.length);
  parts.forEach(({ part }, place) => {
    part.ids.forEach((id, at) => {
      const row = rowOf.get(id);
      if (row === undefined) return;
      partOf[row] = rows[row]?.version === part.versions[at] ? place : -1;
      numberOf[row] = at;
    });
  });
  const get = (articleId: string): Place | undefined => {
    const row = rowOf.get(articleId) ?? -1;
    const held = parts[partOf[row] ?? -1];
    return held === undefined ? undefined : { part: held.part, at: numberOf[row] ?? 0 };
  };
  return { has: (articleId) => (partOf[rowOf.get(articleId) ?? -1] ?? -1) >= 0, get };
};

const noNumbers = (): number[] => [];

/** Returns the numbers of the articles of each part whose text counts. */
export const livingIn = (parts: readonly HeldPart[], places: Places): ReadonlyMap<HeldPart, number[]> => {
  const living = new Map(parts.map((held) => [held, noNumbers()]));
  for (const held of parts)
    for (const [at, id] of held.part.ids.entries()) {
      const place = places.get(id);
      if (place?.part === held.part && place.at === at) living.get(held)?.push(at);
    }
  return living;
};
