import { invalidCursor } from '../lib/json-cursor.ts';

/**
 * Returns the id in a cursor of the owner's lists, which are in order of their ids; null without a cursor.
 * @throws INVALID_CURSOR if the cursor is not an id.
 */
export const idIn = (cursor: string | undefined, isId: (text: string) => boolean): string | null => {
  if (cursor === undefined) return null;
  if (!isId(cursor)) throw invalidCursor();
  return cursor;
};
