import { hasSearchable } from '../text/term.ts';
import type { Lexeme } from './lexer.ts';
import { type Condition, QueryError, type Comparison, type State, type When } from './query.ts';

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

type Place = { position: number; length: number };

const STATES: readonly State[] = ['unread', 'read', 'saved'];

/** @throws QueryError bad_state */
const stateOf = (text: string, place: Place): Condition => {
  const state = STATES.find((known) => known === text.normalize('NFKC').toLowerCase());
  if (state === undefined)
    throw new QueryError(
      'bad_state',
      place,
      `is:${text} is not a state. Write is:unread, is:read or is:saved.`,
    );
  return { kind: 'state', state };
};

const COMPARISONS: Record<string, Comparison> = {
  '>': '>',
  '>=': '>=',
  '<': '<',
  '<=': '<=',
  '=': '=',
  '': '=',
};
const IMPORTANCE = /^(?<comparison>[<>]?=?)(?<value>\d{1,3})$/u;

/** @throws QueryError bad_importance */
const importanceOf = (text: string, place: Place): Condition => {
  const groups = IMPORTANCE.exec(text.normalize('NFKC'))?.groups;
  const comparison = COMPARISONS[groups?.['comparison'] ?? '?'];
  const value = Number(groups?.['value']);
  if (comparison === undefined || !(value <= 100))
    throw new QueryError(
      'bad_importance',
      place,
      'Importance is compared with a whole number from 0 to 100. Write importance:>60, or >=, <, <= or = instead of >.',
    );
  return { kind: 'importance', comparison, value };
};

const DAY = /^(?<year>\d{4})(?:[-/](?<month>\d{1,2})(?:[-/](?<day>\d{1,2}))?)?$/u;
const AGO = /^(?<amount>\d{1,4})(?<unit>[dw])$/u;

/** @throws QueryError bad_date */
const whenOf = (text: string, place: Place): When => {
  const plain = text.normalize('NFKC').toLowerCase();
  if (plain === 'today' || plain === 'yesterday') return { kind: plain };
  const ago = AGO.exec(plain)?.groups;
  if (ago !== undefined)
    return { kind: 'ago', amount: Number(ago['amount']), unit: ago['unit'] === 'w' ? 'w' : 'd' };
  const day = DAY.exec(plain)?.groups;
  const number = (value: string | undefined): number | null => (value === undefined ? null : Number(value));
  const when = { year: number(day?.['year']) ?? 0, month: number(day?.['month']), day: number(day?.['day']) };
  if (day === undefined || !isOnCalendar(when))
    throw new QueryError(
      'bad_date',
      place,
      `“${text}” is not a date. Write 2026-11-01, 2026-11, 2026, 7d, 2w, today or yesterday.`,
    );
  return { kind: 'day', ...when };
};

const isOnCalendar = ({
  year,
  month,
  day,
}: {
  year: number;
  month: number | null;
  day: number | null;
}): boolean => {
  const date = new Date(0);
  date.setUTCFullYear(year, (month ?? 1) - 1, day ?? 1);
  return date.getUTCMonth() + 1 === (month ?? 1) && date.getUTCDate() === (day ?? 1);
};
