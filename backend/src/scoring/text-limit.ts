import type { EmbedRequest } from './embedder.ts';

/** What of an article's body is embedded unless configured otherwise. */
export const ARTICLE_TOKENS = 200;

/**
 * No word of a language that puts spaces between words has more letters; the longest in a German law had 63. What is
 * longer is pasted data: base64, a key, an address.
 */
export const LONGEST_TOKEN = 64;

/** A word, or two characters of a script without spaces: about what models count as one token. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC]{1,2}|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC]{1,64}/gu;

/** A word, but not of a script without spaces between words, in which a long run is a sentence and not data. */
const RUN =
  /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30FC]+/gu;

/** The first 64 characters of a run that has more. */
const cutRun = (run: string): string =>
  run.length <= LONGEST_TOKEN
    ? run
    : Array.from(run.slice(0, 2 * LONGEST_TOKEN))
        .slice(0, LONGEST_TOKEN)
        .join('');

const SENTENCE_END = /[.!?\u2026]["'\u201D\u2019)]*(?=\s)|[\u3002\uFF01\uFF1F]+[\u300D\u300F\uFF09]*|\n/gu;
const LAST_WORD = /\s\S*$/u;

/**
 * At most `limit` UTF-16 units, cut behind the last whole sentence that ends in the second half of them, else behind the
 * last word there, else anywhere but within a character.
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

/** The first `limit` tokens of a text, cut like `cutText`. */
export const cutTokens = (text: string, limit: number): string => {
  let used = 0;
  for (const match of text.matchAll(TOKEN)) {
    used += 1;
    if (used > limit) return cutText(text, match.index);
  }
  return text;
};

/**
 * What is embedded of a request: all of the title and the body's first tokens, white space evened out. Of a run of more
 * than 64 characters the first 64 stay: as one token it leaves the room to the text around it, and the beginning of
 * an address still says something.
 */
export const limited = (request: EmbedRequest, articleTokens: number): EmbedRequest => ({
  purpose: request.purpose,
  title: evened(request.title),
  body: cutTokens(evened(request.body), articleTokens),
});

const evened = (text: string) => text.replaceAll(/\s+/gu, ' ').trim().replace(RUN, cutRun);
