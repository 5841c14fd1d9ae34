import { z } from 'zod';
import { folderName, position } from './common.ts';

/** Returns the text that a percent-encoded part of a path stands for; one that is not encoded stays as it is. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The name of a folder or tag in a path, percent-encoded, a slash too. The servers between may have decoded it already. */
export const nameInPath = z.string().overwrite(decoded).min(1).max(100);

export const folder = z.object({
  name: z.string(),
  /** Folders are shown in the order of their positions; those without one follow by name. */
  position: position.nullable(),
  feed_count: z.int().min(1),
  unread_count: z.int().min(0),
});

/** A folder as it is after a change. */
export const changedFolder = folder.extend({
  /** True if there was a folder of the new name already, whose feeds and these are together now. */
  is_merged: z.boolean(),
});

export const folderChanges = z.strictObject({
  name: folderName.optional(),
  position: position.nullable().optional(),
});

/** Compares feeds or folders by their positions; those without one follow. Returns 0 if the positions are equal. */
export const comparePositions = (
  { position: a }: { position: number | null },
  { position: b }: { position: number | null },
): number => {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null ? -1 : a - b;
};

export type Folder = z.infer<typeof folder>;
export type FolderChanges = z.infer<typeof folderChanges>;
