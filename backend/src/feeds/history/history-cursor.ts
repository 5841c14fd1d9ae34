import { z } from 'zod';
import { timestamp } from '../../contract/index.ts';
import { decodeJsonCursor, encodeJsonCursor, invalidCursor } from '../../lib/json-cursor.ts';

/** A place in a document: the number of its items before. It holds for the document received at `taken_at` alone. */
const place = z.tuple([timestamp, z.int().min(1)]);

export const encodePlace = (takenAt: string, before: number): string => encodeJsonCursor([takenAt, before]);

/**
 * Returns the number of items before the page; 0 without a cursor.
 * @throws INVALID_CURSOR if it is no cursor, or of another document.
 */
export const decodePlace = (cursor: string | undefined, takenAt: string): number => {
  if (cursor === undefined) return 0;
  const [document, before] = decodeJsonCursor(place, cursor);
  if (document !== takenAt) throw invalidCursor();
  return before;
};
