import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, offline } from '../../lib/api/api-error.ts';
import { faultOf, lengthFault, pointAt, hasTerm, toggleTerm } from './query-text.ts';
import { anyCharacter } from '../../../../backend/test/harness/samples/any-character.ts';
import { runs } from '../../../../backend/test/harness/property-runs.ts';

const refusal = (details: unknown) =>
  new ApiError(
    { code: 'INVALID_QUERY', message: 'foo: is not a field.', details, category: 'validation', action: '' },
    400,
  );

describe('what is wrong with a query', () => {
  it('is read from the error, and is nothing for other errors', () => {
    expect(faultOf(refusal({ position: 3, length: 4, reason: 'unknown_field' }))).toEqual({
      position: 3,
      length: 4,
      reason: 'unknown_field',
      message: 'foo: is not a field.',
    });
    expect(faultOf(offline())).toBeNull();
    expect(faultOf(null)).toBeNull();
  });

  it('keeps its message if the server is newer than the page and gives another reason, or none', () => {
    expect(faultOf(refusal({ position: 0, length: 3, reason: 'from_the_future' }))?.reason).toBe('other');
    expect(faultOf(refusal(null))).toMatchObject({ reason: 'other', message: 'foo: is not a field.' });
  });

  it('is its length, if it has more than 500 characters', () => {
    expect(lengthFault('x'.repeat(500))).toBeNull();
    expect(lengthFault('x'.repeat(503))).toMatchObject({ reason: 'too_long', position: 500, length: 3 });
  });

  it('is pointed out in the text', () => {
    expect(pointAt('mars foo:bar moon', { position: 5, length: 7 })).toEqual({
      before: 'mars ',
      wrong: 'foo:bar',
      after: ' moon',
    });
    expect(pointAt('mars OR', { position: 7, length: 0 })).toEqual({
      before: 'mars OR',
      wrong: '\u00A0',
      after: '',
    });
  });

  it('is cut to what is near, never in the middle of a character', () => {
    const q = `${'😀'.repeat(100)}foo:bar${'😀'.repeat(100)}`;
    const { before, wrong, after } = pointAt(q, { position: 200, length: 7 });
    expect([before, wrong, after]).toEqual([`…${'😀'.repeat(20)}`, 'foo:bar', `${'😀'.repeat(20)}…`]);
    expect(pointAt('😀', { position: 1, length: 1 }).wrong).toBe('😀');
  });

  it('never throws and never leaves out the wrong part', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 30 }),
        fc.nat(40),
        fc.nat(40),
        (q, position, length) => {
          const { before, wrong, after } = pointAt(q, { position, length });
          expect(wrong).not.toBe('');
          expect(`${before}${wrong === '\u00A0' ? '' : wrong}${after}`.replaceAll('\u00A0', ' ')).toBe(
            q.replaceAll('\u00A0', ' '),
          );
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

const unread = { field: 'is', value: 'unread' } as const;
const feed = (value: string) => ({ field: 'feed', value }) as const;

describe('a facet', () => {
  it('is put before the words, so that the last one may stay unfinished', () => {
    expect(toggleTerm('climate pol', unread)).toBe('is:unread climate pol');
    expect(toggleTerm('', unread)).toBe('is:unread');
    expect(toggleTerm('climate', feed('The Daily Herald'))).toBe('feed:"The Daily Herald" climate');
  });

  it('narrows all alternatives, and leaves them as they were when it is removed', () => {
    expect(toggleTerm('mars OR moon', unread)).toBe('is:unread (mars OR moon)');
    expect(toggleTerm('is:unread (mars OR moon)', unread)).toBe('mars OR moon');
    expect(toggleTerm('(mars OR moon) probe', unread)).toBe('is:unread (mars OR moon) probe');
    expect(toggleTerm('"this OR that"', unread)).toBe('is:unread "this OR that"');
  });

  it('replaces the state that excludes it, but not another one', () => {
    expect(toggleTerm('is:read mars', unread)).toBe('is:unread mars');
    expect(toggleTerm('is:saved mars', unread)).toBe('is:unread is:saved mars');
  });

  it('is recognised in every way of writing it', () => {
    const isUnread = (q: string) => hasTerm(q, unread);
    const isHerald = (q: string) => hasTerm(q, feed('Herald'));
    const ways = ['mars is:unread', 'IS:Unread mars', 'ｉｓ：ｕｎｒｅａｄ 火星', 'mars is:"unread"'];
    expect(ways.filter(isUnread)).toEqual(ways);
    const feeds = ['feed:herald', 'mars feed:"Herald"', 'feed：“HERALD”'];
    expect(feeds.filter(isHerald)).toEqual(feeds);
    const others = ['-is:unread', '"is:unread"', '(is:unread OR moon)', 'is:unreadable', 'feed:Herald'];
    expect(others.filter(isUnread)).toEqual([]);
  });

  it('names a feed whose title has quotation marks or line breaks', () => {
    const term = feed('The “Other”  "Herald"\n');
    expect(toggleTerm('mars', term)).toBe('feed:"The Other Herald" mars');
    expect(hasTerm('feed:"The Other Herald" mars', term)).toBe(true);
  });

  it('always comes and goes without any other change to a query in order', () => {
    const word = fc.stringMatching(/^[a-z火星ア]{1,6}$/u);
    const piece = fc.oneof(
      word,
      word.map((text) => `-${text}`),
      fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `"${words.join(' ')}"`),
      fc.tuple(word, word).map(([a, b]) => `(${a} OR ${b}) ${a}`),
      word.map((text) => `title:${text}`),
    );
    const query = fc.array(piece, { minLength: 2, maxLength: 5 }).map((pieces) => pieces.join(' '));
    const title = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => /[a-z]/u.test(text));
    fc.assert(
      fc.property(query, title, fc.constantFrom('is', 'feed'), fc.boolean(), (q, name, field, isEither) => {
        const whole = isEither ? q.replace(' ', ' OR ') : q;
        const term = field === 'is' ? unread : feed(name);
        const added = toggleTerm(whole, term);
        expect(hasTerm(added, term)).toBe(true);
        expect(toggleTerm(added, term)).toBe(whole);
      }),
      { numRuns: runs(300) },
    );
  });
});
