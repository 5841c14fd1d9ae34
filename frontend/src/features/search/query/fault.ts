import { LONGEST_QUERY } from '@omomi/backend/contract';
import { z } from 'zod';
import { ApiError } from '../../../lib/api/api-error.ts';

/** The codes by which the server names the faults of a query. */
const faultReasons = [
  'empty',
  'too_long',
  'too_many_terms',
  'unclosed_quote',
  'unclosed_parenthesis',
  'unexpected_parenthesis',
  'empty_parentheses',
  'missing_operand',
  'unknown_field',
  'missing_value',
  'bad_state',
  'bad_date',
  'bad_importance',
  'other',
] as const;

const details = z.object({
  position: z.int().min(0),
  length: z.int().min(0),
  reason: z.enum(faultReasons).catch('other'),
});

/** The fault of a query and its place, in UTF-16 units of its text. */
export type Fault = z.infer<typeof details> & { message: string };

/**
 * Returns the fault of a query that is too long; null for any other. Such a query is not sent: a server in front of Omomi may
 * refuse its address without saying why.
 */
export const lengthFault = (q: string): Fault | null =>
  q.length > LONGEST_QUERY
    ? { position: LONGEST_QUERY, length: q.length - LONGEST_QUERY, reason: 'too_long', message: '' }
    : null;

/** Returns what is wrong with the query for which the server gave this error; null for every other error. */
export const faultOf = (error: unknown): Fault | null => {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_QUERY') return null;
  const place = details.safeParse(error.details).data ?? { position: 0, length: 0, reason: 'other' as const };
  return { ...place, message: error.message };
};

/** The most characters that are shown on either side of the wrong part. */
const around = 40;

const isInPair = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xff_ff;

/** Returns the nearest place that is inside the text and not in the middle of a character. */
const placeIn = (text: string, at: number): number => {
  const inside = Math.min(Math.max(0, at), text.length);
  return isInPair(text, inside) ? inside - 1 : inside;
};

/**
 * Splits the query around its wrong part, and cuts what is far from it. An empty part that is wrong, such as the missing
 * value at the end, is shown as a space.
 */
export const pointAt = (
  q: string,
  { position, length }: Pick<Fault, 'position' | 'length'>,
): { before: string; wrong: string; after: string } => {
  const start = placeIn(q, position);
  const end = Math.max(start, placeIn(q, position + length));
  const first = placeIn(q, start - around);
  const last = placeIn(q, end + around);
  const wrong = q.slice(start, end);
  const cut = placeIn(wrong, 2 * around);
  return {
    before: `${first === 0 ? '' : '…'}${q.slice(first, start)}`,
    wrong: wrong === '' ? '\u00A0' : wrong.length > cut ? `${wrong.slice(0, cut)}…` : wrong,
    after: `${q.slice(end, last)}${last === q.length ? '' : '…'}`,
  };
};
