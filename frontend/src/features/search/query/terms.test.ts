import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasTerm, toggleTerm } from './terms.ts';
import { runs } from '../../../../../backend/test/harness/property-runs.ts';

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
