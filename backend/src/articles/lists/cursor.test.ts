import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CursorPosition, decodeCursor, encodeCursor, type CursorQuery } from './cursor.ts';
import { shownBefore } from '../stories/fold-rows.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { runs } from '../../../test/harness/property-runs.ts';
import { invalidCursor } from '../../lib/json-cursor.ts';

const time = fc
  .date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

const positions: fc.Arbitrary<Omit<CursorPosition, 'left' | 'shown' | 'ahead'>> = fc.record({
  order: fc.option(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), { nil: null }),
  saved_at: fc.option(time, { nil: null }),
  published_at: time,
  article_id: fc.bigInt({ min: 2n ** 60n, max: 2n ** 63n - 1n }).map(String),
  freshness_days: fc.constantFrom(0, 1, 3, 7),
});

const queries: fc.Arbitrary<CursorQuery> = fc.record({
  user_id: fc.string({ minLength: 1, maxLength: 20 }),
  sort: fc.constantFrom('published_at', 'importance_score'),
  filter: fc.constantFrom('all', 'unread', 'read', 'saved'),
  feed_id: fc.option(fc.stringMatching(/^[0-9a-f]{16}$/), { nil: undefined }),
  folder: fc.option(fc.string({ minLength: 1, maxLength: 100 }), { nil: undefined }),
  fold: fc.constantFrom(undefined, true),
});

/** The marks of the stories that were shown, as a cursor carries them: up to 300 of four bytes. */
const stories = fc
  .nat(300)
  .map((count) => shownBefore('').with(Array.from({ length: count }, (_, n) => `story ${n}`)).text);

const base64urlAlphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');

describe('cursor', () => {
  it('always decodes to its original position and has at most 200 characters, or 2,500 with stories', () => {
    fc.assert(
      fc.property(
        positions,
        queries,
        fc.option(fc.nat(1e6)),
        stories,
        fc.nat(200),
        (position, query, left, shown, ahead) => {
          const cursor = encodeCursor({ ...position, left, shown, ahead }, query);
          expect(decodeCursor(cursor, query)).toEqual({
            ...position,
            left,
            shown,
            // Only articles that are named can have been shown ahead.
            ahead: shown === '' && position.saved_at === null ? 0 : ahead,
            // JSON has no negative zero, and sorting treats both zeros as equal.
            order: position.order === 0 ? 0 : position.order,
          });
          expect(cursor.length).toBeLessThanOrEqual(shown === '' ? 200 : 2500);
          expect(cursor).toMatch(/^[\w-]+$/);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('is refused for another query', () => {
    fc.assert(
      fc.property(positions, queries, queries, (position, query, other) => {
        fc.pre(JSON.stringify(Object.values(query)) !== JSON.stringify(Object.values(other)));
        const cursor = encodeCursor(position, query);
        expect(() => decodeCursor(cursor, other)).toThrow(invalidCursor());
      }),
      { numRuns: runs(300) },
    );
  });

  it.each<[string, Partial<CursorQuery>]>([
    ['reader', { user_id: 'other' }],
    ['order', { sort: 'importance_score' }],
    ['filter', { filter: 'unread' }],
    ['feed', { feed_id: '0123456789abcdef' }],
    ['folder', { folder: 'News' }],
  ])('is bound to its %s', (_, change) => {
    const query: CursorQuery = { user_id: 'local', sort: 'published_at', filter: 'all' };
    const position = {
      order: 1.5,
      saved_at: null,
      published_at: '2026-01-31T08:00:00.000Z',
      article_id: '1234567890123456789',
      freshness_days: 3,
    };
    const cursor = encodeCursor(position, query);
    expect(decodeCursor(cursor, query)).toEqual({ ...position, left: null, shown: '', ahead: 0 });
    expect(() => decodeCursor(cursor, { ...query, ...change })).toThrow(invalidCursor());
  });

  it('is refused if a character was changed, removed or added', () => {
    fc.assert(
      fc.property(
        positions,
        queries,
        fc.nat(),
        fc.constantFrom('change', 'drop', 'add'),
        fc.oneof(fc.constantFrom(...base64urlAlphabet), fc.string({ minLength: 1, maxLength: 1 })),
        (position, query, at, what, character) => {
          const cursor = encodeCursor(position, query);
          const index = at % cursor.length;
          const tail = cursor.slice(what === 'add' ? index : index + 1);
          const mutated = cursor.slice(0, index) + (what === 'drop' ? '' : character) + tail;
          fc.pre(mutated !== cursor);
          expect(() => decodeCursor(mutated, query)).toThrow(invalidCursor());
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('throws only INVALID_CURSOR for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), queries, (text, query) => {
        expect(() => decodeCursor(text, query)).toThrow(invalidCursor());
      }),
      { numRuns: runs(300) },
    );
  });
});
