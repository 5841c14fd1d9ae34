import type { Context } from '../../model/context.ts';
import { BrokenPartError } from '../segment/frame.ts';
import { type SearchText, decodePart, encodePart, type Part } from '../segment/part.ts';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isItemError } from '../../lib/errors.ts';
import { manifestName, searchBlobsOf } from './search-blobs.ts';

const HOUR_MS = 3_600_000;
/** Milliseconds for which a part that no longer counts is kept for searches that began before. */
const KEPT_MS = HOUR_MS;

/** The context for reading and writing a reader's segment. */
export type SegmentContext = Pick<Context, 'blobs' | 'now' | 'log'>;

/** A part in memory. `is_stored` is false if it could not be written; it then lives as long as the process. */
export type HeldPart = { entry: PartEntry; part: Part; is_stored: boolean };

/** The changes of a manifest: parts that were written, and the names of those that they replace. */
type ManifestChange = { added: PartEntry[]; removed: string[] };

/** Deletes what no manifest names and is older than an hour. */
export const sweepSegment = async (ctx: SegmentContext, userId: string): Promise<void> => {
  const { blobs, now } = ctx;
  const prefix = searchBlobsOf(userId);
  const names = (await blobs.list(prefix)).map((key) => key.slice(prefix.length));
  const { parts } = await loadManifest(ctx, userId);
  const known = new Set(parts.map(({ name }) => name));
  for (const name of names) {
    if (known.has(name) || !isPast(name, now())) continue;
    await blobs.delete(`${prefix}${name}`);
  }
};

/** Deletes everything, the manifest first. */
export const clearSegment = async ({ blobs }: Pick<Context, 'blobs'>, userId: string): Promise<void> => {
  await blobs.delete(manifestName(userId));
  for (const key of await blobs.list(searchBlobsOf(userId))) await blobs.delete(key);
};

/** Checks whether a name is that of a part which no search can still be reading. */
const isPast = (name: string, now: Date): boolean => {
  const written = timeOfPart(name);
  return written !== null && written + KEPT_MS < now.getTime();
};

/** Returns the manifest; an empty one if there is none, or none that this version understands. */
export const loadManifest = async (
  { blobs, log }: Pick<Context, 'blobs' | 'log'>,
  userId: string,
): Promise<Manifest> => {
  const bytes = await blobs.get(manifestName(userId));
  if (bytes === null) return emptyManifest;
  const manifest = decodeManifest(bytes);
  if (manifest === null)
    log.warn('a search segment has an unknown manifest and is made again', { user_id: userId });
  return manifest ?? emptyManifest;
};

/** Returns a part; null if it is lost, cut, changed or of another version. */
export const loadPart = async (
  { blobs, log }: Pick<Context, 'blobs' | 'log'>,
  userId: string,
  entry: PartEntry,
): Promise<HeldPart | null> => {
  const bytes = await blobs.get(`${searchBlobsOf(userId)}${entry.name}`);
  if (bytes === null) {
    log.warn('a part of a search segment is lost and is made again', { user_id: userId, part: entry.name });
    return null;
  }
  try {
    return { entry, part: decodePart(bytes), is_stored: true };
  } catch (error) {
    if (!(error instanceof BrokenPartError)) throw error;
    const { reason } = error;
    log.warn('a part of a search segment is broken and is made again', {
      user_id: userId,
      part: entry.name,
      reason,
    });
    return null;
  }
};

/** Writes a part. If that fails, for example on a full disk, it is logged and the part is only held. */
export const writePart = async (
  { blobs, now, log }: SegmentContext,
  userId: string,
  texts: readonly SearchText[],
  sketches: ReadonlyMap<string, Uint8Array>,
  isSaved: boolean,
): Promise<HeldPart> => {
  const bytes = await encodePart(texts, sketches);
  const entry = { name: partName(bytes, now()), is_saved: isSaved, articles: texts.length };
  const part = decodePart(bytes);
  try {
    await blobs.put(`${searchBlobsOf(userId)}${entry.name}`, bytes);
    return { entry, part, is_stored: true };
  } catch (error) {
    log.error('a part of a search segment cannot be stored', { user_id: userId, error });
    return { entry, part, is_stored: false };
  }
};

/**
 * Applies changes to the manifest as it is stored now, which another process may have changed meanwhile. Of two writers at the
 * same moment one may be lost: what it added is then read again from the table. Returns false if it cannot be stored.
 */
export const changeManifest = async (
  ctx: SegmentContext,
  userId: string,
  { added, removed }: ManifestChange,
): Promise<boolean> => {
  const { blobs, now, log } = ctx;
  const stored = await loadManifest(ctx, userId);
  const names = new Set(removed);
  const kept = stored.parts.filter(({ name }) => !names.has(name));
  const replaced = [
    ...stored.replaced,
    ...stored.parts.flatMap(({ name }) => (names.has(name) ? [name] : [])),
  ];
  const past = replaced.filter((name) => isPast(name, now()));
  const manifest: Manifest = {
    version: 1,
    parts: [...kept, ...added],
    replaced: replaced.filter((name) => !past.includes(name)),
  };
  try {
    await blobs.put(manifestName(userId), encodeManifest(manifest));
    for (const name of past) await blobs.delete(`${searchBlobsOf(userId)}${name}`);
    return true;
  } catch (error) {
    log.error('the manifest of a search segment cannot be stored', { user_id: userId, error });
    return false;
  }
};

/*
 * The blobs of a reader's segment: immutable parts, and the manifest that names those that count. Parts of articles that
 * the reader saved are apart, because they last.
 */

const DIGITS = 9;

/** Returns the name of a part: when it was written, so that old ones can be told, and a digest of its bytes. */
const partName = (bytes: Uint8Array, at: Date): string => {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return `${at.getTime().toString(36).padStart(DIGITS, '0')}-${hash}`;
};

const PART_NAME = /^([0-9a-z]{9})-[0-9a-f]{16}$/;

/** Returns the time in milliseconds since 1970 in a part's name; null if it is no such name. */
const timeOfPart = (name: string): number | null => {
  const [, digits] = PART_NAME.exec(name) ?? [];
  return digits === undefined ? null : Number.parseInt(digits, 36);
};

const manifestSchema = z.object({
  version: z.literal(1),
  parts: z.array(
    z.object({ name: z.string().regex(PART_NAME), is_saved: z.boolean(), articles: z.int().min(0) }),
  ),
  /** The names of parts that no longer count and are not deleted yet, because a search may still read them. */
  replaced: z.array(z.string().regex(PART_NAME)),
});

type Manifest = z.infer<typeof manifestSchema>;
type PartEntry = Manifest['parts'][number];

const emptyManifest: Manifest = { version: 1, parts: [], replaced: [] };

const encodeManifest = (manifest: Manifest): Uint8Array => Buffer.from(JSON.stringify(manifest));

/** Returns the manifest, or null for bytes that this version did not write. */
const decodeManifest = (bytes: Uint8Array): Manifest | null => {
  try {
    return manifestSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch (error) {
    if (isItemError(error) || error instanceof z.ZodError) return null;
    throw error;
  }
};
