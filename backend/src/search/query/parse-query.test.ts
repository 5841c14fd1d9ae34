import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from './parse-query.ts';
import { QueryError, type Condition, type When } from './query.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { atLeastMet, runs } from '../../../test/harness/property-runs.ts';

const SIGNS = [
  '"',
  '(',
  ')',
  '-',
  ' ',
  ':',
  'OR',
  'title:',
  'is:',
  'is:read',
  'after:',
  'importance:>',
  '：',
  '＂',
  '“',
  'a',
  '京',
  '7d',
  '#',
  '.',
  'foo:x',
  'like:',
  '\u3000',
];

/** Returns what is wrong with a query; null if nothing is. Any other error is thrown on. */
const faultIn = (text: string): QueryError | null => {
  try {
    parseQuery(text);
    return null;
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
};

const faultOf = (text: string): QueryError => {
  const fault = faultIn(text);
  if (fault === null) throw new Error(`${text} was parsed`);
  return fault;
};

const printWhen = (when: When): string => {
  if (when.kind === 'ago') return `${when.amount}${when.unit}`;
  if (when.kind !== 'day') return when.kind;
  const two = (part: number | null): string => (part === null ? '' : `-${`${part}`.padStart(2, '0')}`);
  return `${`${when.year}`.padStart(4, '0')}${two(when.month)}${two(when.day)}`;
};

/** Writes a condition as a query; every group in parentheses. */
const print = (condition: Condition): string => {
  switch (condition.kind) {
    case 'all':
      return `(${condition.of.map(print).join(' ')})`;
    case 'any':
      return `(${condition.of.map(print).join(' OR ')})`;
    case 'maybe':
      return print(condition.of);
    case 'not':
      return `-${print(condition.of)}`;
    case 'text': {
      const { field, term } = condition;
      return `${field === null ? '' : `${field}:`}${term.kind === 'phrase' ? `"${term.text}"` : term.text}`;
    }
    case 'state':
      return `is:${condition.state}`;
    case 'date':
      return `${condition.side}:${printWhen(condition.when)}`;
    case 'importance':
      return `importance:${condition.comparison}${condition.value}`;
    case 'like':
      return condition.like.kind === 'article'
        ? `like:${condition.like.article_id}`
        : `like:"${condition.like.text}"`;
  }
};

const term = fc.oneof(
  fc
    .constantFrom('kiwi', '京都', 'c++', '.net', 'x:y1'.replace(':', '.'))
    .map((text) => ({ kind: 'word' as const, text, is_prefix: false })),
  fc
    .constantFrom('a b', 'a OR -b', 'title:(x)')
    .map((text) => ({ kind: 'phrase' as const, text, is_prefix: false })),
);
const when: fc.Arbitrary<When> = fc.oneof(
  fc.constantFrom<When>(
    { kind: 'today' },
    { kind: 'yesterday' },
    { kind: 'ago', amount: 7, unit: 'd' },
    { kind: 'ago', amount: 2, unit: 'w' },
  ),
  fc.record({
    kind: fc.constant('day' as const),
    year: fc.integer({ min: 0, max: 9999 }),
    month: fc.constant(null),
    day: fc.constant(null),
  }),
  fc.record({
    kind: fc.constant('day' as const),
    year: fc.integer({ min: 0, max: 9999 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.option(fc.integer({ min: 1, max: 28 })),
  }),
);
const { condition } = fc.letrec<{ condition: Condition; group: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      kind: fc.constant('text' as const),
      field: fc.constantFrom(null, 'title', 'author', 'feed', 'folder', 'tag'),
      term,
    }),
    fc.record({ kind: fc.constant('state' as const), state: fc.constantFrom('unread', 'read', 'saved') }),
    fc.record({ kind: fc.constant('date' as const), side: fc.constantFrom('after', 'before'), when }),
    fc.record({
      kind: fc.constant('importance' as const),
      comparison: fc.constantFrom('>', '>=', '<', '<=', '='),
      value: fc.integer({ min: 0, max: 100 }),
    }),
    fc.record({
      kind: fc.constant('like' as const),
      like: fc.constantFrom(
        { kind: 'text', text: 'a b' },
        { kind: 'article', article_id: '1234567890123456789' },
      ),
    }),
    fc.record({ kind: fc.constant('not' as const), of: tie('condition') }),
    tie('group'),
  ),
  group: fc.record({
    kind: fc.constantFrom('all', 'any'),
    of: fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
  }) as fc.Arbitrary<Condition>,
})) as { condition: fc.Arbitrary<Condition> };

describe('parseQuery', () => {
  it('parses any text, or says where within it what is wrong and what to write', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 520 }),
      fc.array(fc.constantFrom(...SIGNS), { maxLength: 40 }).map((signs) => signs.join('')),
    );
    let faults = 0;
    fc.assert(
      fc.property(text, (typed) => {
        const fault = faultIn(typed);
        const { position, length } = fault?.details ?? { position: 0, length: 0 };
        const message = fault?.message ?? 'None.';
        if (fault !== null) faults += 1;
        expect(position).toBeGreaterThanOrEqual(0);
        expect(length).toBeGreaterThanOrEqual(0);
        expect(position + length).toBeLessThanOrEqual(typed.length);
        expect(message).toMatch(/^\S.*\.$/su);
      }),
      { numRuns: runs(2000) },
    );
    expect(faults).toBeGreaterThanOrEqual(atLeastMet(200));
  });

  it('reads back what it has read', () => {
    fc.assert(
      fc.property(condition, (made) => {
        // A space at the end: otherwise the last word would be a prefix.
        const printed = `${print(made)} `;
        fc.pre(printed.length <= 500 && printed.split(/[ (]/u).length < 32);
        expect(parseQuery(printed).condition).toEqual(made);
      }),
      { numRuns: runs(500) },
    );
  });

  it.each([
    ['', 'empty', 0, 0],
    [' -, … ', 'empty', 0, 6],
    ['a "b c', 'unclosed_quote', 2, 4],
    ['a (b', 'unclosed_parenthesis', 2, 2],
    ['a) b', 'unexpected_parenthesis', 1, 1],
    ['a ()', 'empty_parentheses', 2, 2],
    ['OR a', 'missing_operand', 0, 2],
    ['a OR', 'missing_operand', 2, 2],
    ['a OR OR b', 'missing_operand', 5, 2],
    ['(a OR) b', 'missing_operand', 3, 2],
    ['x foo:bar', 'unknown_field', 2, 4],
    ['title:', 'missing_value', 0, 6],
    ['title: a', 'missing_value', 0, 6],
    ['title:""', 'missing_value', 0, 8],
    ['is:new', 'bad_state', 0, 6],
    ['after:soon', 'bad_date', 0, 10],
    ['after:2026-02-30', 'bad_date', 0, 16],
    ['before:2026-13', 'bad_date', 0, 14],
    ['importance:>101', 'bad_importance', 0, 15],
    ['importance:high', 'bad_importance', 0, 15],
    ['a '.repeat(33), 'too_many_terms', 64, 1],
    ['a'.repeat(501), 'too_long', 500, 1],
  ])('refuses %s (%s)', (text, reason, position, length) => {
    expect(faultOf(text).details).toEqual({ reason, position, length });
  });

  it.each([
    'http://example.com',
    '12:30',
    'std::vector',
    'フィード：新着',
    'Re: that',
    'a - b',
    '"foo:bar"',
    'and/or',
  ])('takes %s for words', (text) => {
    expect(JSON.stringify(parseQuery(text).condition)).not.toContain('"field":"');
  });

  it('reads full-width operators as the ASCII ones, but not the long vowel as a minus', () => {
    const plain = parseQuery('title:"a b" -(c) is:read importance:>=50 ').condition;
    expect(parseQuery('ｔｉｔｌｅ：＂a b＂　－（c）　ｉｓ：read　importance：＞＝５０　').condition).toEqual(
      plain,
    );
    expect(parseQuery('ーa').condition).toMatchObject({ kind: 'text' });
  });

  it('completes only the last word, and only if nothing follows it', () => {
    expect(parseQuery('x y').condition).toMatchObject({
      of: [{ term: { is_prefix: false } }, { term: { is_prefix: true } }],
    });
    expect(parseQuery('b ').condition).toMatchObject({ term: { is_prefix: false } });
    expect(parseQuery('title:b').condition).toMatchObject({ term: { is_prefix: true } });
    expect(parseQuery('"b"').condition).toMatchObject({ term: { is_prefix: false } });
  });

  it('refuses a million characters without reading them', () => {
    for (const sign of ['(', '-', '"', 'a OR ', 'title:', '：']) {
      const began = process.cpuUsage();
      expect(faultOf(sign.repeat(1_000_000)).details.reason).toBe('too_long');
      // Reading them takes seconds.
      expect(process.cpuUsage(began).user).toBeLessThan(100_000);
    }
  });

  it('reads 500 characters of nothing but nesting', () => {
    expect(faultOf('('.repeat(500)).details.reason).toBe('unclosed_parenthesis');
    expect(parseQuery(`${'('.repeat(249)}a${')'.repeat(249)}`).condition).toMatchObject({ kind: 'text' });
    expect(parseQuery(`${'-'.repeat(499)}a`).condition).toMatchObject({ kind: 'not' });
  });
});
