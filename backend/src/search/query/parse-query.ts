import { LONGEST_QUERY } from '../../contract/index.ts';
import { hasSearchable } from '../text/term.ts';
import { lexemesOf, type Lexeme } from './lexer.ts';
import { MOST_TERMS, withOptional } from './optional-words.ts';
import { likesIn, type Condition, type Query } from './query.ts';
import { QueryError } from './query-error.ts';
import { readField } from './read-field.ts';

/**
 * Parses the text of a query in linear time. `any := all (OR all)*`, `all := one+`, `one := '-' one | '(' any ')' | field | phrase |
 * word`. Punctuation alone is left out.
 * @throws QueryError that says what is wrong, where, and what to write
 */
export const parseQuery = (text: string): Query => {
  if (text.length > LONGEST_QUERY)
    throw new QueryError(
      'too_long',
      { position: LONGEST_QUERY, length: text.length - LONGEST_QUERY },
      `A query has at most ${LONGEST_QUERY} characters; this one has ${text.length}. Leave words out.`,
    );
  const lexemes = lexemesOf(text).filter(isMeant);
  checkNumber(lexemes);
  const reader: Reader = { lexemes, at: 0, end: text.length };
  const condition = readAny(reader);
  const left = reader.lexemes[reader.at];
  if (left !== undefined)
    throw new QueryError(
      'unexpected_parenthesis',
      placeOf(left),
      'This parenthesis closes none. Remove it, or write ( where the group begins.',
    );
  if (condition === null)
    throw new QueryError(
      'empty',
      { position: 0, length: text.length },
      'Write at least one word to look for.',
    );
  const likes = likesIn(condition);
  return { condition: withOptional(condition), usesLike: likes.length > 0, likes };
};

/** Words of punctuation alone say nothing. */
const isMeant = (lexeme: Lexeme): boolean =>
  (lexeme.kind !== 'word' && lexeme.kind !== 'phrase') || hasSearchable(lexeme.text);

const checkNumber = (lexemes: readonly Lexeme[]): void => {
  const terms = lexemes.filter(({ kind }) => kind === 'word' || kind === 'phrase' || kind === 'field');
  const first = terms[MOST_TERMS];
  if (first !== undefined)
    throw new QueryError(
      'too_many_terms',
      placeOf(first),
      `A query has at most ${MOST_TERMS} words, phrases and fields; this one has ${terms.length}. Leave some out.`,
    );
};

type Reader = { lexemes: readonly Lexeme[]; at: number; end: number };

const placeOf = ({ position, end }: Lexeme) => ({ position, length: end - position });

const missingOperand = (lexeme: Lexeme): QueryError =>
  new QueryError(
    'missing_operand',
    placeOf(lexeme),
    'OR stands between two words or groups: apples OR pears. Write "OR" in quotation marks to look for the word.',
  );

/** Returns what stands up to a closing parenthesis or the end; null if nothing does. */
const readAny = (reader: Reader): Condition | null => {
  const parts: Condition[] = [];
  for (;;) {
    const part = readAll(reader);
    const next = reader.lexemes[reader.at];
    if (part === null) {
      const or = next?.kind === 'or' ? next : parts.length > 0 ? reader.lexemes[reader.at - 1] : undefined;
      if (or !== undefined) throw missingOperand(or);
      return null;
    }
    parts.push(part);
    if (next?.kind !== 'or') return parts.length === 1 ? part : { kind: 'any', of: parts };
    reader.at += 1;
  }
};

const readAll = (reader: Reader): Condition | null => {
  const parts: Condition[] = [];
  for (;;) {
    const lexeme = reader.lexemes[reader.at];
    if (lexeme === undefined || lexeme.kind === 'or' || lexeme.kind === 'close') {
      const [first] = parts;
      return first === undefined ? null : parts.length === 1 ? first : { kind: 'all', of: parts };
    }
    const part = readOne(reader, lexeme);
    if (part !== null) parts.push(part);
  }
};

/** Returns the condition that begins with the lexeme; null for a minus before nothing. */
const readOne = (reader: Reader, lexeme: Lexeme): Condition | null => {
  reader.at += 1;
  switch (lexeme.kind) {
    case 'minus': {
      const next = reader.lexemes[reader.at];
      // Only punctuation followed the minus.
      if (next === undefined || next.position !== lexeme.end || next.kind === 'close') return null;
      const part = readOne(reader, next);
      return part === null ? null : { kind: 'not', of: part };
    }
    case 'open':
      return readGroup(reader, lexeme);
    case 'word': {
      const term = { kind: 'word', text: lexeme.text, is_prefix: lexeme.is_last } as const;
      return { kind: 'text', field: null, term };
    }
    case 'phrase':
      return { kind: 'text', field: null, term: { kind: 'phrase', text: lexeme.text, is_prefix: false } };
    case 'field':
      return readField(lexeme);
    case 'or':
    case 'close':
      throw missingOperand(lexeme);
  }
};

const readGroup = (reader: Reader, open: Lexeme): Condition => {
  const group = readAny(reader);
  const close = reader.lexemes[reader.at];
  if (close === undefined)
    throw new QueryError(
      'unclosed_parenthesis',
      { position: open.position, length: reader.end - open.position },
      'This parenthesis is never closed. Write ) where the group ends.',
    );
  reader.at += 1;
  if (group === null)
    throw new QueryError(
      'empty_parentheses',
      { position: open.position, length: close.end - open.position },
      'There is nothing between these parentheses. Write words there: (apples OR pears).',
    );
  return group;
};
