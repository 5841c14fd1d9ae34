import { LONGEST_QUERY } from '../../contract/index.ts';
import { hasSearchable } from '../text/term.ts';
import { lexemesOf, type Lexeme } from './lexer.ts';
import { likesIn, type Condition, type Query, QueryError, type TextCondition } from './query.ts';
import { readField } from './read-field.ts';
import { isFunctionWord, stretchesOf } from '../text/function-words.ts';

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

/** The most words, phrases and fields of a query. */
export const MOST_TERMS = 32;

/** Checks whether a condition is a word without field or quotes. */
export const isPlainWord = (condition: Condition): condition is TextCondition =>
  condition.kind === 'text' && condition.field === null && condition.term.kind === 'word';

/** Returns the number of words and phrases of a condition. */
export const textsIn = (condition: Condition): number => {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.reduce((sum, part) => sum + textsIn(part), 0);
    case 'not':
    case 'maybe':
      return textsIn(condition.of);
    case 'text':
      return 1;
    case 'state':
    case 'date':
    case 'importance':
    case 'like':
      return 0;
  }
};

export const wordOf = (text: string, is_prefix: boolean): TextCondition => ({
  kind: 'text',
  field: null,
  term: { kind: 'word', text, is_prefix },
});

const maybe = (of: TextCondition): Condition => ({ kind: 'maybe', of });

/**
 * Returns the query with its words of grammar optional, if other words stand beside them. Of a Japanese sentence the words between
 * those of grammar are demanded, and the sentence as it is typed is optional. Below OR, a minus and in groups all words are demanded.
 */
const withOptional = (condition: Condition): Condition => {
  const typed = condition.kind === 'all' ? condition.of : [condition];
  const parts = stretched(typed);
  const isTelling = (part: Condition): boolean =>
    part.kind === 'text' && part.field === null && !(isPlainWord(part) && isFunctionWord(part.term.text));
  if (!parts.some(isTelling)) return condition;
  const of = parts.map((part) => (isPlainWord(part) && !isTelling(part) ? maybe(part) : part));
  return of.every((part, at) => part === typed[at]) ? condition : { kind: 'all', of };
};

/** Returns the conditions with the stretches of Japanese sentences beside these, as far as a query has room for them. */
const stretched = (typed: readonly Condition[]): Condition[] => {
  let room = MOST_TERMS - typed.reduce((sum, part) => sum + textsIn(part), 0);
  return typed.flatMap((part) => {
    const stretches = isPlainWord(part) ? stretchesOf(part.term.text) : null;
    if (!isPlainWord(part) || stretches === null || stretches.length > room) return [part];
    room -= stretches.length;
    const { text, is_prefix } = part.term;
    return [maybe(part), ...stretches.map((stretch) => wordOf(stretch, is_prefix && text.endsWith(stretch)))];
  });
};
