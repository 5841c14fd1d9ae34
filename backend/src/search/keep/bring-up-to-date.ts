import { inBatches } from '../../lib/lists.ts';
import { type ReaderMemory, type View, livingIn, placesOf } from './reader-memory.ts';
import type { ReaderRow } from './reader-rows.ts';
import { readTexts, type ReadTextsContext } from './read-texts.ts';
import { changeManifest, type HeldPart, type SegmentContext, writePart } from './segment-store.ts';
import { type SearchText, sketchAt, textAt } from '../segment/part.ts';

/** Milliseconds for which a search reads new texts at most; a batch that has begun is finished. */
const READING_MS = 2000;
/** Number of texts that are read at once: about 200 read units. */
const BATCH = 100;

/** The context for bringing a reader's segment up to date. */
export type BringUpToDateContext = ReadTextsContext & SegmentContext;

/**
 * Brings a reader's segment up to date with what is missing in a view, the newest first:
 *
 * 1. Read the texts that are missing, batch by batch, until the time is over.
 * 2. Write them as parts, those of saved articles apart.
 * 3. If parts have become many or hold much that is gone, put some of them together.
 * 4. Write the manifest.
 */
export const bringUpToDate = async (
  ctx: BringUpToDateContext,
  memory: ReaderMemory,
  view: Pick<View, 'rows' | 'indexable' | 'missing'>,
): Promise<void> => {
  const until = ctx.now().getTime() + READING_MS;
  const added = await readMissing(ctx, memory, view, until);
  const change = { added: added.map(({ entry }) => entry), removed: new Array<string>() };
  if (ctx.now().getTime() < until && isCrowded(memory, view.indexable)) {
    const compacted = await compact(ctx, memory, view.indexable);
    change.added = memory.parts.flatMap(({ entry }) =>
      change.added.includes(entry) || compacted.added.includes(entry) ? [entry] : [],
    );
    change.removed = compacted.removed;
  }
  if (change.added.length === 0 && change.removed.length === 0) return;
  const isStored = await changeManifest(ctx, memory.user_id, change);
  if (!isStored) keepUnstored(memory, change.added);
};

/** Marks parts that no manifest names, so that they are kept in memory. */
const keepUnstored = (memory: ReaderMemory, entries: readonly HeldPart['entry'][]): void => {
  memory.parts = memory.parts.map((held) =>
    entries.includes(held.entry) ? { ...held, is_stored: false } : held,
  );
};

/** Reads the missing texts until the time is over, and writes them as parts. Returns the parts. */
const readMissing = async (
  ctx: BringUpToDateContext,
  memory: ReaderMemory,
  { rows: { modes }, missing }: Pick<View, 'rows' | 'missing'>,
  until: number,
): Promise<HeldPart[]> => {
  const added: HeldPart[] = [];
  const packs = { current: emptyPack(), saved: emptyPack() };
  const write = async (kind: keyof typeof packs): Promise<void> => {
    const pack: Pack = packs[kind];
    packs[kind] = emptyPack();
    const held = await writePart(ctx, memory.user_id, pack.texts, pack.sketches, kind === 'saved');
    memory.parts = [...memory.parts, held];
    added.push(held);
  };
  for (const batch of inBatches([...missing], BATCH)) {
    const ids = batch.map(({ article_id }) => article_id);
    const { texts, sketches, saved } = await readTexts(ctx, memory.user_id, ids, modes);
    noteUnreadable(memory, batch, texts);
    for (const text of texts) {
      const kind = saved.has(text.article_id) ? 'saved' : 'current';
      addTo(packs[kind], text, sketches.get(text.article_id) ?? null);
      if (isFull(packs[kind])) await write(kind);
    }
    if (ctx.now().getTime() >= until) break;
  }
  for (const kind of ['current', 'saved'] as const) if (packs[kind].texts.length > 0) await write(kind);
  return added;
};

/**
 * Notes the articles whose text did not come: they are gone or cannot be read. They are not asked for again until their
 * row changes. One that changed while it was read is noted too; its row will be another one.
 */
const noteUnreadable = (
  memory: ReaderMemory,
  batch: readonly ReaderRow[],
  texts: readonly { article_id: string; version: string }[],
): void => {
  const read = new Map(texts.map(({ article_id, version }) => [article_id, version]));
  const unread = batch.filter(({ article_id, version }) => read.get(article_id) !== version);
  if (unread.length === 0) return;
  const noted = unread.map(({ article_id, version }) => [article_id, version] as const);
  memory.unreadable = new Map([...memory.unreadable, ...noted]);
};

/** The most parts of a kind with less than half of what a part can hold. Each costs a request when a process begins. */
const MOST_SMALL = 8;

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
const isCrowded = (memory: ReaderMemory, rows: readonly ReaderRow[]): boolean => {
  const living = livingOf(memory, rows);
  return kinds.some((isSaved) => toMerge(living, isSaved).length > 0);
};

/**
 * Puts parts of a reader together, and returns what the manifest must know: of each kind, the oldest ones that are small or of which more than a
 * third is gone, as many as fit one part. What is gone is dropped. The texts come from memory, so the table is not read.
 */
const compact = async (
  ctx: SegmentContext,
  memory: ReaderMemory,
  rows: readonly ReaderRow[],
): Promise<{ added: HeldPart['entry'][]; removed: string[] }> => {
  const added: HeldPart['entry'][] = [];
  const removed: string[] = [];
  for (const isSaved of kinds) {
    const living = livingOf(memory, rows);
    const { merged, texts, sketches } = collect(living, toMerge(living, isSaved));
    if (merged.length === 0) continue;
    const held = texts.length === 0 ? [] : [await writePart(ctx, memory.user_id, texts, sketches, isSaved)];
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

/** The most articles of a part, and the most characters of their texts unless one article has more. */
const MOST_ARTICLES = 1000;
const MOST_CHARACTERS = 3_000_000;

/** Texts that wait to be written as a part. */
type Pack = { texts: SearchText[]; sketches: Map<string, Uint8Array>; characters: number };

const emptyPack = (): Pack => ({ texts: [], sketches: new Map(), characters: 0 });

const addTo = (pack: Pack, text: SearchText, sketch: Uint8Array | null): void => {
  pack.texts.push(text);
  if (sketch !== null) pack.sketches.set(text.article_id, sketch);
  pack.characters += text.title.length + text.body.length;
};

const isFull = ({ texts, characters }: Pack): boolean =>
  texts.length >= MOST_ARTICLES || characters >= MOST_CHARACTERS;
