import { inBatches } from '../../lib/in-batches.ts';
import type { Clock } from '../../lib/clock.ts';
import { addTo, emptyPack, isFull, type Pack } from './pack.ts';
import { isCrowded, type Compact } from './compact.ts';
import type { ReaderMemory, View } from './reader-memory.ts';
import type { ReaderRow } from './rows/reader-rows.ts';
import type { ReadTexts } from './read-texts.ts';
import type { HeldPart, SegmentStore } from './segment-store.ts';

/** Milliseconds for which a search reads new texts at most; a batch that has begun is finished. */
const READING_MS = 2000;
/** Number of texts that are read at once: about 200 read units. */
const BATCH = 100;

export type BringUpToDateDeps = {
  readTexts: ReadTexts;
  segments: Pick<SegmentStore, 'writePart' | 'change'>;
  compact: Compact;
  now: Clock;
};

/**
 * Brings a reader's segment up to date with what is missing in a view, the newest first:
 *
 * 1. Read the texts that are missing, batch by batch, until the time is over.
 * 2. Write them as parts, those of saved articles apart.
 * 3. If parts have become many or hold much that is gone, put some of them together.
 * 4. Write the manifest.
 */
export type BringUpToDate = (
  memory: ReaderMemory,
  view: Pick<View, 'rows' | 'indexable' | 'missing'>,
) => Promise<void>;

export const createBringUpToDate =
  (deps: BringUpToDateDeps): BringUpToDate =>
  async (memory, view) => {
    const until = deps.now().getTime() + READING_MS;
    const added = await readMissing(deps, memory, view, until);
    const change = { added: added.map(({ entry }) => entry), removed: new Array<string>() };
    if (deps.now().getTime() < until && isCrowded(memory, view.indexable)) {
      const compacted = await deps.compact(memory, view.indexable);
      change.added = memory.parts.flatMap(({ entry }) =>
        change.added.includes(entry) || compacted.added.includes(entry) ? [entry] : [],
      );
      change.removed = compacted.removed;
    }
    if (change.added.length === 0 && change.removed.length === 0) return;
    const isStored = await deps.segments.change(memory.user_id, change);
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
  { readTexts, segments, now }: BringUpToDateDeps,
  memory: ReaderMemory,
  { rows: { modes }, missing }: Pick<View, 'rows' | 'missing'>,
  until: number,
): Promise<HeldPart[]> => {
  const added: HeldPart[] = [];
  const packs = { current: emptyPack(), saved: emptyPack() };
  const write = async (kind: keyof typeof packs): Promise<void> => {
    const pack: Pack = packs[kind];
    packs[kind] = emptyPack();
    const held = await segments.writePart(memory.user_id, pack.texts, pack.sketches, kind === 'saved');
    memory.parts = [...memory.parts, held];
    added.push(held);
  };
  for (const batch of inBatches([...missing], BATCH)) {
    const ids = batch.map(({ article_id }) => article_id);
    const { texts, sketches, saved } = await readTexts(memory.user_id, ids, modes);
    noteUnreadable(memory, batch, texts);
    for (const text of texts) {
      const kind = saved.has(text.article_id) ? 'saved' : 'current';
      addTo(packs[kind], text, sketches.get(text.article_id) ?? null);
      if (isFull(packs[kind])) await write(kind);
    }
    if (now().getTime() >= until) break;
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
