import { momentOf } from '../../../src/search/match/matching.ts';
import type { Condition, TextField } from '../../../src/search/query/query.ts';
import type { SearchText } from '../../../src/search/segment/part.ts';
import { fold, kanaFree } from '../../../src/search/text/fold.ts';
import { baseOf } from '../../../src/search/text/term.ts';
import type { Found, SearchInput, SearchRow } from '../../../src/search/match/search-input.ts';

/*
 * Search by its definition, as slow as it likes, against which the real one is tested. It shares folding and base forms with
 * it, which have tests of their own, and neither tokens nor blocks.
 *
 * A text is a string of letters and others. A letter is spaced if its script puts spaces between words. A word or phrase is
 * looked for as literals: what stands between its spaces and hyphens, without punctuation around. They must follow each other with nothing
 * but other characters between. A literal that begins (or ends) with a spaced letter must begin (end) where no spaced letter is
 * before (after) it; the last literal of a prefix need not end so. A single word of a to z is found too where a whole word has
 * the same base form. Without a field a term may stand in title, author, categories, body, a tag, or the feed's title.
 */

const LETTER = String.raw`[\p{L}\p{N}\p{M}]`;
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3099\u309A\u30FC\u3005\u3006\u303B`;
const SPACED = `(?:(?![${UNSPACED}])${LETTER})`;
const isSpaced = new RegExp(`^${SPACED}$`, 'u');
const SPACED_WORD = new RegExp(`${SPACED}+`, 'gu');

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`);

const literals = (text: string): string[] =>
  kanaFree(fold(text))
    .split(/[ -]/u)
    .map((part) => {
      const characters = Array.from(part);
      const isMark = (at: number): boolean => /^[\p{P}\p{Z}]$/u.test(characters[at] ?? '');
      while (
        characters.length > 0 &&
        isMark(0) &&
        !(/^[.#@]$/u.test(characters[0] ?? '') && /^[\p{L}\p{N}]$/u.test(characters[1] ?? ''))
      )
        characters.shift();
      while (
        characters.length > 0 &&
        isMark(characters.length - 1) &&
        !(characters.at(-1) === '#' && /^\p{L}$/u.test(characters.at(-2) ?? ''))
      )
        characters.pop();
      return characters.join('');
    })
    .filter((part) => part !== '');

type Term = Extract<Condition, { kind: 'text' }>['term'];

/** Returns the test whether a folded text has a term. */
const matcherOf = (term: Term): ((folded: string) => boolean) => {
  const parts = literals(term.text);
  const isWord = term.kind === 'word' && parts.length === 1;
  const wanted = isWord ? parts.map((part) => part.replace(/(?<=[\p{L}\p{N}])'s$/u, '')) : parts;
  const pattern = wanted
    .map((part, at) => {
      const characters = Array.from(part);
      const before = isSpaced.test(characters[0] ?? '') ? `(?<!${SPACED})` : '';
      const mayGoOn = at === wanted.length - 1 && term.is_prefix;
      const after = isSpaced.test(characters.at(-1) ?? '') && !mayGoOn ? `(?!${SPACED})` : '';
      return `${before}${escaped(part)}${after}`;
    })
    .join(`(?:(?!${LETTER})[\\s\\S])*?`);
  const literal = new RegExp(pattern, 'u');
  const [word = ''] = wanted;
  const base = isWord && /^[a-z]{3,}$/u.test(word) ? baseOf(word) : null;
  return (folded) =>
    literal.test(folded) ||
    (base !== null && (folded.match(SPACED_WORD) ?? []).some((each) => baseOf(each) === base));
};

/** The tests of the terms met so far. To make one compiles a regular expression, which takes longer than any scan. */
const matchers = new WeakMap<Term, (folded: string) => boolean>();

const hasTerm = (text: string, term: Term): boolean => {
  const matches = matchers.get(term) ?? matcherOf(term);
  matchers.set(term, matches);
  return matches(kanaFree(fold(text)));
};

type Texts = Record<TextField | 'body' | 'category', readonly string[]>;

const holds = (condition: Condition, row: SearchRow, texts: Texts, now: Date): boolean => {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((part) => holds(part, row, texts, now));
    case 'any':
      return condition.of.some((part) => holds(part, row, texts, now));
    case 'not':
      return !holds(condition.of, row, texts, now);
    case 'maybe':
      return true;
    case 'text': {
      const { field, term } = condition;
      const places =
        field === null
          ? [texts.title, texts.author, texts.category, texts.body, texts.tag, texts.feed]
          : [texts[field]];
      return places.flat().some((text) => hasTerm(text, term));
    }
    case 'state':
      return { unread: !row.is_read, read: row.is_read, saved: row.is_saved }[condition.state];
    case 'date': {
      const isAfter = row.published_at >= momentOf(condition.when, now, 'UTC');
      return condition.side === 'after' ? isAfter : !isAfter;
    }
    case 'importance': {
      if (row.importance === null) return false;
      const difference = row.importance - condition.value;
      return condition.comparison.includes('=') && difference === 0
        ? true
        : condition.comparison.startsWith('>')
          ? difference > 0
          : condition.comparison.startsWith('<') && difference < 0;
    }
    case 'like':
      throw new Error('Similar texts have tests of their own.');
  }
};

/** Returns the ids of all hits, sorted, and the facets. `texts` are those of the parts. */
export const naiveSearch = (
  { query, rows, feeds, now }: SearchInput,
  texts: readonly SearchText[],
): { ids: string[]; facets: Found['facets'] } => {
  const hits = rows.filter((row) => {
    const text = texts.findLast(({ article_id: id }) => id === row.article_id);
    const feed = feeds.get(row.feed_id);
    const all: Texts = {
      title: [text?.title ?? row.title],
      author: text === undefined || text.author === null ? [] : [text.author],
      category: text?.categories ?? [],
      body: [text?.body ?? row.excerpt],
      tag: row.tags,
      feed: feed === undefined ? [] : [feed.title],
      folder: feed === undefined || feed.folder === null ? [] : [feed.folder],
    };
    return holds(query.condition, row, all, now);
  });
  const count = (matches: (row: SearchRow) => boolean): number => hits.filter(matches).length;
  const ids = [...new Set(hits.map(({ feed_id: id }) => id))];
  return {
    ids: hits.map(({ article_id: id }) => id).toSorted(),
    facets: {
      feeds: ids
        .map((id) => ({ feed_id: id, count: count((row) => row.feed_id === id) }))
        .toSorted((a, b) => b.count - a.count || (a.feed_id < b.feed_id ? -1 : 1))
        .slice(0, 30),
      states: {
        unread: count((row) => !row.is_read),
        read: count((row) => row.is_read),
        saved: count((row) => row.is_saved),
      },
    },
  };
};
