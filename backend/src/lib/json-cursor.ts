import { createHash } from 'node:crypto';
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

const SEAL_BYTES = 12;

// The seal has no key: it only detects mistakes. A forged cursor reaches no further than the forger's own lists.
const seal = (text: string, query: readonly unknown[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([...query, text]))
    .digest()
    .subarray(0, SEAL_BYTES);

/** Returns a cursor that holds the value as JSON, and is taken with this query alone. It is in base64url. */
export const encodeSealedCursor = (value: unknown, query: readonly unknown[]): string => {
  const text = JSON.stringify(value);
  return Buffer.concat([seal(text, query), Buffer.from(text)]).toString('base64url');
};

/** Returns the value of a cursor. @throws INVALID_CURSOR unless it was made for this very query and is unchanged. */
export const decodeSealedCursor = <T>(shape: z.ZodType<T>, cursor: string, query: readonly unknown[]): T => {
  const bytes = Buffer.from(cursor, 'base64url');
  const text = bytes.subarray(SEAL_BYTES).toString('utf8');
  // Buffer skips characters that are not base64url, so two spellings could stand for one cursor.
  const isOurs =
    bytes.toString('base64url') === cursor && seal(text, query).equals(bytes.subarray(0, SEAL_BYTES));
  if (!isOurs) throw invalidCursor();
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    throw invalidCursor();
  }
};
