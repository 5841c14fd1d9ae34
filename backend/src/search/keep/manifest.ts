import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isItemError } from '../../lib/item-error.ts';
import { searchBlobsOf } from './rows/blob-names.ts';

/*
 * The blobs of a reader's segment: immutable parts, and the manifest that names those that count. Parts of articles that
 * the reader saved are apart, because they last.
 */

export const manifestName = (userId: string): string => `${searchBlobsOf(userId)}manifest`;

const DIGITS = 9;

/** Returns the name of a part: when it was written, so that old ones can be told, and a digest of its bytes. */
export const partName = (bytes: Uint8Array, at: Date): string => {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return `${at.getTime().toString(36).padStart(DIGITS, '0')}-${hash}`;
};

const PART_NAME = /^([0-9a-z]{9})-[0-9a-f]{16}$/;

/** Returns the time in milliseconds since 1970 in a part's name; null if it is no such name. */
export const timeOfPart = (name: string): number | null => {
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

export type Manifest = z.infer<typeof manifestSchema>;
export type PartEntry = Manifest['parts'][number];

export const emptyManifest: Manifest = { version: 1, parts: [], replaced: [] };

export const encodeManifest = (manifest: Manifest): Uint8Array => Buffer.from(JSON.stringify(manifest));

/** Returns the manifest, or null for bytes that this version did not write. */
export const decodeManifest = (bytes: Uint8Array): Manifest | null => {
  try {
    return manifestSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch (error) {
    if (isItemError(error) || error instanceof z.ZodError) return null;
    throw error;
  }
};
