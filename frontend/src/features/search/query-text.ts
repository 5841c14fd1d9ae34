import { LONGEST_QUERY } from '@omomi/backend/contract';
import { z } from 'zod';
import { ApiError } from '../../lib/api/api-error.ts';

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

/** A field and the value that it must have, such as `is` and `unread`, or `feed` and the title of a feed. */
export type Term = { field: 'is' | 'feed'; value: string };

type Piece = { start: number; end: number };

const space = /\s/u;
const quote = /["＂“”„]/u;
const quotes = /["＂“”„]/gu;
const opening = /[(（]/u;
const closing = /[)）]/u;

/** Returns the places of the words, fields and groups that stand side by side, not inside a group or a phrase. */
const piecesOf = (q: string): Piece[] => {
  const pieces: Piece[] = [];
  let start: number | null = null;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < q.length; at += 1) {
    const character = q.charAt(at);
    if (quote.test(character)) isQuoted = !isQuoted;
    else if (!isQuoted && opening.test(character)) depth += 1;
    else if (!isQuoted && closing.test(character)) depth = Math.max(0, depth - 1);
    if (!space.test(character) || isQuoted || depth > 0) start ??= at;
    else if (start !== null) {
      pieces.push({ start, end: at });
      start = null;
    }
  }
  return start === null ? pieces : [...pieces, { start, end: q.length }];
};

/** Returns a text as a search compares it: without differences of width, letter case and white space. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();

/** Returns the value of a term as it stands between quotation marks, which it cannot contain. */
const quotable = (value: string): string => folded(value.replaceAll(quotes, ' '));

const isTerm = (piece: string, { field, value }: Term): boolean => {
  const plain = folded(piece.replaceAll(quotes, '"'));
  return plain === `${field}:${quotable(value)}` || plain === `${field}:"${quotable(value)}"`;
};

const written = ({ field, value }: Term): string =>
  field === 'is'
    ? `is:${value}`
    : `${field}:"${value.replaceAll(quotes, ' ').replaceAll(/\s+/gu, ' ').trim()}"`;

/** The state that no article has together with this one. */
const opposites: Record<string, string> = { unread: 'read', read: 'unread' };

/** Returns true if the query demands this term of all that it finds. */
export const hasTerm = (q: string, term: Term): boolean =>
  piecesOf(q).some(({ start, end }) => isTerm(q.slice(start, end), term));

/** Returns the query without this term. What was put in a group for the sake of the term stands alone again. */
const withoutTerm = (q: string, term: Term): string => {
  const kept = piecesOf(q)
    .map(({ start, end }) => q.slice(start, end))
    .filter((piece) => !isTerm(piece, term));
  const [only] = kept;
  return only !== undefined && kept.length === 1 && /^\(.*\)$/su.test(only)
    ? only.slice(1, -1).trim()
    : kept.join(' ');
};

/** Returns the query with this term before the rest, because the last word of a query may be unfinished. */
const withTerm = (q: string, term: Term): string => {
  const opposite = term.field === 'is' ? opposites[term.value] : undefined;
  const rest = opposite === undefined ? q.trim() : withoutTerm(q, { field: 'is', value: opposite });
  const pieces = piecesOf(rest).map(({ start, end }) => rest.slice(start, end).normalize('NFKC'));
  // OR binds less tightly than the space between two terms.
  const safe = pieces.includes('OR') ? `(${rest})` : rest;
  return `${written(term)} ${safe}`.trim();
};

/** Returns the query with this term added, or removed if the query has it. */
export const toggleTerm = (q: string, term: Term): string =>
  hasTerm(q, term) ? withoutTerm(q, term) : withTerm(q, term);
