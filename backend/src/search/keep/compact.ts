import type { SearchText } from '../segment/doc.ts';
import { sketchAt, textAt } from '../segment/part.ts';
import { addTo, emptyPack, isFull, MOST_ARTICLES } from './pack.ts';
import { livingIn, placesOf } from './places.ts';
import type { ReaderMemory } from './reader-memory.ts';
import type { ReaderRow } from './rows/reader-rows.ts';
import type { HeldPart, SegmentStore } from './segment-store.ts';

/** The most parts of a kind with less than half of what a part can hold. Each costs a request when a process begins. */
const MOST_SMALL = 8;

/** Puts parts of a reader together. Returns what the manifest must know. */
export type Compact = (
  memory: ReaderMemory,
  rows: readonly ReaderRow[],
) => Promise<{ added: HeldPart['entry'][]; removed: string[] }>;

type Living = ReadonlyMap<HeldPart, number[]>;

const kinds = [false, true] as const;

const isSmall = (living: number[]): boolean => living.length < MOST_ARTICLES / 2;
const isMuchGone = ({ part }: HeldPart, living: number[]): boolean => 3 * living.length < 2 * part.ids.length;

/** Returns the parts of one kind that should be put together, the oldest first; none if they are well as they are. */
const toMerge = (living: Living, isSaved: boolean): HeldPart[] => {
  const parts = [...living].filter(([held]) => held.entry.is_saved === isSaved);
  const small = parts.filter(([, numbers]) => isSmall(numbers));
  const gone = parts.filter(([held, numbers]) => isMuchGone(held, numbers));
  const chosen = new Set([...(small.length > MOST_SMALL ? small : []), ...gone].map(([held]) => held));
  return parts.map(([held]) => held).filter((held) => chosen.has(held));
};

const livingOf = (memory: ReaderMemory, rows: readonly ReaderRow[]): Living =>
  livingIn(memory.parts, placesOf(rows, memory.parts));

/** Checks whether parts should be put together. */
export const isCrowded = (memory: ReaderMemory, rows: readonly ReaderRow[]): boolean => {
  const living = livingOf(memory, rows);
  return kinds.some((isSaved) => toMerge(living, isSaved).length > 0);
};

/**
 * Creates the function that puts parts together: of each kind, the oldest ones that are small or of which more than a
 * third is gone, as many as fit one part. What is gone is dropped. The texts come from memory, so the table is not read.
 */
export const createCompact =
  ({ segments }: { segments: Pick<SegmentStore, 'writePart'> }): Compact =>
  async (memory, rows) => {
    const added: HeldPart['entry'][] = [];
    const removed: string[] = [];
    for (const isSaved of kinds) {
      const living = livingOf(memory, rows);
      const { merged, texts, sketches } = collect(living, toMerge(living, isSaved));
      if (merged.length === 0) continue;
      const held =
        texts.length === 0 ? [] : [await segments.writePart(memory.user_id, texts, sketches, isSaved)];
      // Last, since the texts that it has are the last ones of their articles.
      memory.parts = [...memory.parts.filter((each) => !merged.includes(each)), ...held];
      added.push(...held.map(({ entry }) => entry));
      removed.push(...merged.map(({ entry }) => entry.name));
    }
    return { added, removed };
  };

/** Returns the living texts of the first of these parts, as many as fit one part. */
const collect = (
  living: Living,
  candidates: readonly HeldPart[],
): { merged: HeldPart[]; texts: SearchText[]; sketches: Map<string, Uint8Array> } => {
  const pack = emptyPack();
  const merged: HeldPart[] = [];
  for (const held of candidates) {
    const numbers = living.get(held) ?? [];
    if (merged.length > 0 && pack.texts.length + numbers.length > MOST_ARTICLES) continue;
    for (const at of numbers) addTo(pack, textAt(held.part, at), sketchAt(held.part, at));
    merged.push(held);
    if (isFull(pack)) break;
  }
  return { merged, texts: pack.texts, sketches: pack.sketches };
};
