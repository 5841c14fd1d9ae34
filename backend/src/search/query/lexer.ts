import { QueryError } from './query.ts';

/** A piece of a query, at [position, end) of its text. */
export type Lexeme = { position: number; end: number } & (
  | { kind: 'open' | 'close' | 'or' | 'minus' }
  /** A word, and whether nothing follows it in the text. */
  | { kind: 'word'; text: string; is_last: boolean }
  | { kind: 'phrase'; text: string }
  /** A field; `value` is what follows its colon at once. */
  | { kind: 'field'; name: string; value: { text: string; is_quoted: boolean; is_last: boolean } | null }
);

/** Characters accepted in place of an ASCII operator, on a Japanese keyboard or a phone; one UTF-16 unit each. */
const OPERATORS: Record<string, string> = {
  '：': ':',
  '＂': '"',
  '“': '"',
  '”': '"',
  '„': '"',
  '（': '(',
  '）': ')',
  '－': '-',
  '−': '-',
  '　': ' ',
};
const OPERATOR = /[：＂“”„（）－−　]/gu;
const SPACE = /\s/u;
const FIELD_NAME = /^[a-z]+$/u;
/** Characters that may follow the colon of a field: so `http://`, `std::vector` and `:)` are none. */
const VALUE_START = /[\p{L}\p{N}<>=＜＞＝]/u;

/** Splits the text of a query, in linear time. @throws QueryError unclosed_quote */
export const lexemesOf = (original: string): Lexeme[] => {
  const text = original.replace(OPERATOR, (operator) => OPERATORS[operator] ?? operator);
  const lexemes: Lexeme[] = [];
  let at = 0;
  while (at < text.length) {
    const lexeme = lexemeAt(text, at);
    if (lexeme !== null) lexemes.push(lexeme);
    at = lexeme?.end ?? at + 1;
  }
  return lexemes;
};

const lexemeAt = (text: string, at: number): Lexeme | null => {
  const character = text.charAt(at);
  const one = { position: at, end: at + 1 };
  if (SPACE.test(character)) return null;
  if (character === '(') return { kind: 'open', ...one };
  if (character === ')') return { kind: 'close', ...one };
  if (character === '-') {
    const next = text.charAt(at + 1);
    // A dash between spaces is punctuation.
    return next === '' || SPACE.test(next) || next === ')' ? null : { kind: 'minus', ...one };
  }
  if (character === '"') {
    const { value, end } = quotedAt(text, at);
    return { kind: 'phrase', text: value, position: at, end };
  }
  return wordAt(text, at);
};

const quotedAt = (text: string, at: number): { value: string; end: number } => {
  const close = text.indexOf('"', at + 1);
  if (close === -1)
    throw new QueryError(
      'unclosed_quote',
      { position: at, length: text.length - at },
      'This quotation mark is never closed. Write a second one where the phrase ends: "climate change".',
    );
  return { value: text.slice(at + 1, close), end: close + 1 };
};

const endOfWord = (text: string, at: number): number => {
  let end = at;
  while (end < text.length && !/[\s()"]/u.test(text.charAt(end))) end += 1;
  return end;
};

const wordAt = (text: string, at: number): Lexeme => {
  const end = endOfWord(text, at);
  const word = text.slice(at, end);
  const place = { position: at, end };
  const field = fieldAt(text, at, end);
  if (field !== null) return field;
  if (word.normalize('NFKC') === 'OR') return { kind: 'or', ...place };
  return { kind: 'word', text: word, is_last: end === text.length, ...place };
};

const KNOWN_FIELDS: ReadonlySet<string> = new Set(
  'title author feed folder tag is after before importance like'.split(' '),
);

/** Returns the field that begins here, known or not; null if the word is none. */
const fieldAt = (text: string, at: number, end: number): Lexeme | null => {
  const word = text.slice(at, end);
  const colon = word.indexOf(':');
  if (colon < 1) return null;
  const name = word.slice(0, colon).normalize('NFKC').toLowerCase();
  if (!FIELD_NAME.test(name)) return null;
  const from = at + colon + 1;
  if (from === end && text.charAt(end) === '"') {
    const quoted = quotedAt(text, end);
    const value = { text: quoted.value, is_quoted: true, is_last: false };
    return { kind: 'field', name, value, position: at, end: quoted.end };
  }
  const value = text.slice(from, end);
  const isKnown = KNOWN_FIELDS.has(name);
  if (value === '') return isKnown ? { kind: 'field', name, value: null, position: at, end } : null;
  if (!isKnown && !VALUE_START.test(value.charAt(0))) return null;
  return {
    kind: 'field',
    name,
    value: { text: value, is_quoted: false, is_last: end === text.length },
    position: at,
    end,
  };
};
