import type { z } from 'zod';
import { InvalidCursorError } from './cursor-error.ts';

/** Returns a cursor that holds the value as JSON, in base64url. */
export const encodeJsonCursor = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the value of a cursor. @throws InvalidCursorError if it holds none of this shape. */
export const decodeJsonCursor = <T>(shape: z.ZodType<T>, cursor: string): T => {
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new InvalidCursorError();
  }
};
