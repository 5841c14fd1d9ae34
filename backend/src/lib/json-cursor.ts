import type { z } from 'zod';
import { DomainError } from './errors.ts';

/** Returns the error of a cursor that this service did not make, or made for another list. */
export const invalidCursor = () =>
  new DomainError('INVALID_CURSOR', 'The cursor does not belong to this list.');

/** Returns a cursor that holds the value as JSON, in base64url. */
export const encodeJsonCursor = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the value of a cursor. @throws INVALID_CURSOR if it holds none of this shape. */
export const decodeJsonCursor = <T>(shape: z.ZodType<T>, cursor: string): T => {
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw invalidCursor();
  }
};
