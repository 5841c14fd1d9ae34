import { textAt, type Part } from '../segment/part.ts';
import { fold, foldWithOffsets } from '../text/fold.ts';
import { tokensOf } from '../text/tokens.ts';

/** An original text, and where in it each of its tokens stands, in UTF-16 units: token `at` at [starts[at], ends[at]). */
export type Readable = { text: string; starts: Uint32Array; ends: Uint32Array };

/** The texts of an article whose places can be marked. */
type ReadableArticle = { title: Readable; body: Readable };

const ASCII = /^\p{ASCII}*$/u;

/** Returns a text with the places of its tokens, which are those that a block of the text has. */
export const readableOf = (text: string): Readable => {
  // Folding leaves the letters of such a text where they are.
  if (ASCII.test(text)) {
    const { starts, ends } = tokensOf(fold(text));
    return { text, starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) };
  }
  const folded = foldWithOffsets(text);
  const { starts, ends } = tokensOf(folded.text);
  return {
    text,
    starts: Uint32Array.from(starts, (start) => folded.starts[start] ?? 0),
    ends: Uint32Array.from(ends, (end) => folded.ends[end - 1] ?? 0),
  };
};

/** UTF-16 units of a part's texts that are kept, at most some 200 KB: each letter that is typed shows mostly the same articles. */
const KEPT = 20_000;

type Kept = { articles: Map<number, ReadableArticle>; units: number };

const kept = new WeakMap<Part, Kept>();

/** Returns the texts of the article with this number in a part. @throws RangeError if there is none */
export const readableAt = (part: Part, at: number): ReadableArticle => {
  const known = kept.get(part) ?? { articles: new Map<number, ReadableArticle>(), units: 0 };
  const article = known.articles.get(at);
  if (article !== undefined) return article;
  const { title, body } = textAt(part, at);
  const made = { title: readableOf(title), body: readableOf(body) };
  const units = title.length + body.length;
  const isFull = known.units + units > KEPT;
  const articles = isFull ? new Map<number, ReadableArticle>() : known.articles;
  kept.set(part, { articles: articles.set(at, made), units: isFull ? units : known.units + units });
  return made;
};
