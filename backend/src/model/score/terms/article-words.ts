import { COMMA, isContent, SENTENCE_END, type Terms } from './terms.ts';

/** The position of a word in an article: its number among all words, and among those that are no grammar. */
type Place = { at: number; content: number; sentence: number; is_title: boolean };

/** The words of an article, ready for looking up the words of many keywords. */
export type ArticleWords = {
  /** The places of a word, in order; none if the article lacks it. */
  placesOf: (term: number) => readonly Place[];
  has: (term: number) => boolean;
  /** Number of words, with the ends of sentences. */
  size: number;
  /** Number of times that an English word of the same meaning as a Japanese one occurs, a title's counted as `TITLE_COUNT`. */
  glossesOf: (term: number) => number;
};

/** A word of the title counts like eight of the body. */
export const TITLE_COUNT = 8;

const NONE: readonly Place[] = [];

export const articleWords = ({ title, body, title_glosses, body_glosses }: Terms): ArticleWords => {
  const places = new Map<number, Place[]>();
  let [at, content, sentence] = [0, 0, 0];
  for (const part of [title, body]) {
    for (const term of part) {
      at += 1;
      // Words on both sides of a comma are not side by side: "funny videos, flash games".
      if (term === SENTENCE_END || term === COMMA) sentence += 1;
      if (term === SENTENCE_END || term === COMMA) continue;
      if (isContent(term)) content += 1;
      const place = { at, content, sentence, is_title: part === title };
      const known = places.get(term);
      if (known === undefined) places.set(term, [place]);
      else known.push(place);
    }
    sentence += 1;
    at += 1;
  }
  const glosses = new Map<number, number>();
  for (const term of title_glosses) glosses.set(term, (glosses.get(term) ?? 0) + TITLE_COUNT);
  for (const term of body_glosses) glosses.set(term, (glosses.get(term) ?? 0) + 1);
  return {
    size: title.length + body.length,
    has: (term) => places.has(term) || glosses.has(term),
    placesOf: (term) => places.get(term) ?? NONE,
    glossesOf: (term) => glosses.get(term) ?? 0,
  };
};
