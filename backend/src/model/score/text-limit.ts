import type { EmbedRequest } from './embedder.ts';

/** Number of tokens of an article's body that are embedded unless configured otherwise. */
const ARTICLE_TOKENS = 200;

/**
 * The longest token in characters. Words of a language with spaces between words are not longer; the longest in a
 * German law had 63 letters. A longer run is pasted data: base64, a key, an address.
 */
export const LONGEST_TOKEN = 64;

/** Matches a word, or two characters of a script without spaces: about one token of a model. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC]{1,2}|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC]{1,64}/gu;

/**
 * Matches a word. It excludes scripts without spaces between words, because a long run there is a sentence and not
 * data.
 */
const RUN =
  /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30FC]{65,}/gu;

/**
 * A cheap test that every run passes: tells whether a text whose only white space are single spaces has more than 64 characters
 * without one. It looks at about one character of 64.
 */
const mayHaveRun = (even: string): boolean => {
  for (let from = 0; even.length - from > LONGEST_TOKEN;) {
    const space = even.lastIndexOf(' ', from + LONGEST_TOKEN);
    if (space < from) return true;
    from = space + 1;
  }
  return false;
};

/** Returns the run, cut to its first 64 characters if it is longer. */
const cutRun = (run: string): string =>
  run.length <= LONGEST_TOKEN
    ? run
    : Array.from(run.slice(0, 2 * LONGEST_TOKEN))
        .slice(0, LONGEST_TOKEN)
        .join('');

/** White space other than a single space. */
const UNEVEN = /\s{2,}|[^\S ]/gu;

const SENTENCE_END = /[.!?\u2026]["'\u201D\u2019)]*(?=\s)|[\u3002\uFF01\uFF1F]+[\u300D\u300F\uFF09]*|\n/gu;
const LAST_WORD = /\s\S*$/u;

/**
 * Returns at most `limit` UTF-16 units of the text. The cut is after the last whole sentence that ends in the second
 * half of them, otherwise after the last word there, otherwise anywhere except within a character.
 */
export const cutText = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '');
  const ends = Array.from(`${head}${text.slice(head.length, head.length + 1)}`.matchAll(SENTENCE_END));
  const end = ends.map((match) => match.index + match[0].length).findLast((at) => at <= limit) ?? 0;
  if (end >= limit / 2) return head.slice(0, end).trimEnd();
  const space = head.search(LAST_WORD);
  return space >= limit / 2 ? head.slice(0, space).trimEnd() : head;
};

/** Returns the first `limit` tokens of a text, cut as by `cutText`; null for a text that has no more than these. */
const firstTokens = (text: string, limit: number): string | null => {
  TOKEN.lastIndex = 0;
  for (let used = 0; used < limit; used += 1) if (!TOKEN.test(text)) return null;
  const next = TOKEN.exec(text);
  return next === null ? null : cutText(text, next.index);
};

/** Returns the first `limit` tokens of a text, cut as by `cutText`. */
export const cutTokens = (text: string, limit: number): string => firstTokens(text, limit) ?? text;

/** UTF-16 units that nearly always hold a token and the space behind it: twice the average of English. */
const USUAL_TOKEN = 12;

/**
 * Returns the first tokens of a body with single spaces. A long body usually has them in its beginning, and what follows
 * does not change them: the beginning alone, made even, is how the whole body begins.
 */
const firstOfBody = (body: string, limit: number): string => {
  const beginning = body.slice(0, limit * USUAL_TOKEN).replace(/[\uD800-\uDBFF]$/, '');
  const first = beginning.length < body.length ? firstTokens(evened(beginning), limit) : null;
  return first ?? cutTokens(evened(body), limit);
};

/**
 * Returns the part of a request that is embedded: the whole title and the body's first tokens, with single spaces. Runs
 * of more than 64 characters are cut to 64: as one token such a run leaves room for the text around it, and the
 * beginning of an address still carries meaning.
 */
export const limited = (request: EmbedRequest, limit = ARTICLE_TOKENS): EmbedRequest => ({
  purpose: request.purpose,
  title: evened(request.title),
  body: firstOfBody(request.body, limit),
});

const evened = (text: string): string => {
  const even = text.replaceAll(UNEVEN, ' ').trim();
  return mayHaveRun(even) ? even.replace(RUN, cutRun) : even;
};
