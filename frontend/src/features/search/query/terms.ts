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
