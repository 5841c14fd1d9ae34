import { z } from 'zod';
import { timestamp } from '../../contract/index.ts';
import { InvalidCursorError } from '../../lib/cursor-error.ts';

/** A place in a document: the number of its items before. It holds for the document received at `taken_at` alone. */
const place = z.tuple([timestamp, z.int().min(1)]);

export const encodePlace = (takenAt: string, before: number): string =>
  Buffer.from(JSON.stringify([takenAt, before])).toString('base64url');

const read = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
};

/**
 * Returns the number of items before the page; 0 without a cursor.
 * @throws InvalidCursorError if it is no cursor, or of another document.
 */
export const decodePlace = (cursor: string | undefined, takenAt: string): number => {
  if (cursor === undefined) return 0;
  const { data } = place.safeParse(read(cursor));
  if (data === undefined || data[0] !== takenAt) throw new InvalidCursorError();
  return data[1];
};
