import { hasSearchable } from '../text/term.ts';
import { importanceOf, stateOf, whenOf } from './field-values.ts';
import type { Lexeme } from './lexer.ts';
import type { Condition } from './query.ts';
import { QueryError } from './query-error.ts';

type FieldLexeme = Extract<Lexeme, { kind: 'field' }>;

/** Ids of articles are decimals of 19 digits. */
const ARTICLE_ID = /^\d{19}$/u;

/** The fields, each with an example. */
const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['title', 'title:"climate change".'],
  ['author', 'author:tanaka.'],
  ['feed', 'feed:"The Register".'],
  ['folder', 'folder:news.'],
  ['tag', 'tag:work.'],
  ['is', 'is:unread.'],
  ['after', 'after:2026-11-01.'],
  ['before', 'before:2026-11-01.'],
  ['importance', 'importance:>60.'],
  ['like', 'like:"solar panels on roofs".'],
]);
const FIELDS = Array.from(EXAMPLES.keys(), (name) => `${name}:`).join(', ');

const unknownField = ({ name, position }: FieldLexeme): QueryError =>
  new QueryError(
    'unknown_field',
    { position, length: name.length + 1 },
    `There is no field ${name}:. The fields are ${FIELDS}. Write the words in quotation marks to look for them as they are.`,
  );

/** Returns the condition of a field. @throws QueryError if the field or its value is none */
export const readField = (lexeme: FieldLexeme): Condition => {
  const { name, value } = lexeme;
  const place = { position: lexeme.position, length: lexeme.end - lexeme.position };
  const example = EXAMPLES.get(name);
  if (example === undefined) throw unknownField(lexeme);
  if (value === null || value.text.trim() === '')
    throw new QueryError(
      'missing_value',
      place,
      `${name}: has no value. Write it after the colon without a space, several words in quotation marks: ${example}`,
    );
  const { text } = value;
  switch (name) {
    case 'title':
    case 'author':
    case 'feed':
    case 'folder':
    case 'tag': {
      if (!hasSearchable(text))
        throw new QueryError('missing_value', place, `${name}: needs a word. Write for example ${example}`);
      const term = value.is_quoted
        ? ({ kind: 'phrase', text, is_prefix: false } as const)
        : ({ kind: 'word', text, is_prefix: value.is_last } as const);
      return { kind: 'text', field: name, term };
    }
    case 'is':
      return stateOf(text, place);
    case 'after':
    case 'before':
      return { kind: 'date', side: name, when: whenOf(text, place) };
    case 'importance':
      return importanceOf(text, place);
    case 'like':
      return {
        kind: 'like',
        like:
          value.is_quoted || !ARTICLE_ID.test(text)
            ? { kind: 'text', text }
            : { kind: 'article', article_id: text },
      };
    default:
      throw unknownField(lexeme);
  }
};
