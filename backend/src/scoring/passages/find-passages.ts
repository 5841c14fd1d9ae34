import { ARTICLE_TOKENS, cutText, limited } from '../../model/score/text-limit.ts';
import type { Word } from '../words/words.ts';
import { LONGEST_WORD } from '../words/segment.ts';
import { loadWordTables, type WordTables } from '../words/word-tables.ts';
import { cutAround, type Mark, type Sentence, sentencesOf } from './sentences.ts';
import { type KeywordTerms, keywordTerms, matchWords, nearnessTo, type NearnessOf } from './matches.ts';

/** The part of an article that made it similar to a keyword: its title or a sentence, cut around the marked words. */
export type Passage = { field: Sentence['field']; text: string; marks: Mark[] };

/** The most UTF-16 units of a passage, and of a title that is looked at. */
const PASSAGE_UNITS = 200;
const TITLE_UNITS = 1_000;
/** The most UTF-16 units of a keyword that are looked for. */
const KEYWORD_UNITS = 300;

/** A title tells more of what an article is about than a sentence with as many words of the keyword. */
const TITLE_WORTH = 1.25;
/** The share of what a keyword says, above which its own words explain the similarity alone. */
const MOST_PART = 0.5;
/** The least cosine of a word that counts as near in meaning; the lower one if no word of the article comes to the higher. */
const NEAR = 0.5;
const LEAST_NEAR = 0.35;
/** The most such words that are marked in a sentence. */
const MOST_NEAR = 4;

/**
 * Returns the passage of an article for each of these keywords, or null where no word can be shown. `text` is plain, and
 * only as much of it is looked at as models read. It depends on words and their vectors only, so it explains the similarities
 * of every model. The tables of words are read at the first call.
 */
export const findPassages = (
  article: { title: string; text: string },
  keywords: readonly string[],
): (Passage | null)[] => {
  const tables = loadWordTables();
  const request = {
    title: cutText(article.title, TITLE_UNITS),
    body: article.text,
    purpose: 'article' as const,
  };
  const { title, body } = limited(request, ARTICLE_TOKENS);
  const sentences = sentencesOf(title, body);
  return keywords.map((keyword) => {
    const terms = keywordTerms(cutText(keyword, KEYWORD_UNITS));
    return passageOf(sentences, terms, nearnessTo(terms.words, tables), tables);
  });
};

const passageOf = (
  sentences: readonly Sentence[],
  keyword: KeywordTerms,
  nearnessOf: NearnessOf | null,
  tables: WordTables,
): Passage | null => {
  const best =
    bestOf(sentences, keyword, nearnessOf, NEAR) ?? bestOf(sentences, keyword, nearnessOf, LEAST_NEAR);
  if (best === null) return null;
  const { sentence, words } = best;
  const marks = marksOf(sentence.text, words, tables);
  return { field: sentence.field, ...cutAround(sentence.text, marks, PASSAGE_UNITS) };
};

type Candidate = { sentence: Sentence; words: readonly Word[]; worth: number };

/** Returns the sentence that has most of a keyword: its words, and unless they are most of it, words near in meaning. */
const bestOf = (
  sentences: readonly Sentence[],
  keyword: KeywordTerms,
  nearnessOf: NearnessOf | null,
  leastNear: number,
): Candidate | null => {
  const all = [...keyword.weights.values()].reduce((sum, one) => sum + one, 0);
  let best: Candidate | null = null;
  for (const sentence of sentences) {
    const found = matchWords(sentence.words, keyword);
    const isEnough = keyword.isExact || found.worth > MOST_PART * all;
    const others = sentence.words.filter((word) => !found.words.includes(word));
    const near = isEnough || nearnessOf === null ? [] : nearWords(others, nearnessOf, leastNear);
    const meant = near.reduce((sum, { word, nearness }) => sum + word.idf * (nearness - leastNear), 0);
    const said = found.worth + all * Math.min(MOST_PART, meant);
    const worth = sentence.field === 'title' ? TITLE_WORTH * said : said;
    const words = [...found.words, ...near.map(({ word }) => word)];
    if (words.length > 0 && worth > (best?.worth ?? 0)) best = { sentence, words, worth };
  }
  return best;
};

const nearWords = (words: readonly Word[], nearnessOf: NearnessOf, least: number) =>
  words
    .map((word) => ({ word, nearness: nearnessOf(word) }))
    .filter(({ nearness }) => nearness >= least)
    .toSorted((a, b) => b.nearness - a.nearness)
    .slice(0, MOST_NEAR);

/** Between two marked words of one phrase. */
const BETWEEN = /^[\s\-\u2010-\u2015・]*$/u;

/** Returns the places of words, in order; those of neighbours are one. */
const marksOf = (text: string, words: readonly Word[], tables: WordTables): Mark[] => {
  const marks: Mark[] = [];
  for (const word of words.toSorted((a, b) => a.start - b.start)) {
    const [start, end] = placeOf(text, word, tables);
    const last = marks.at(-1);
    if (last !== undefined && (start <= last[1] || BETWEEN.test(text.slice(last[1], start))))
      last[1] = Math.max(last[1], end);
    else if (end > start) marks.push([start, end]);
  }
  return marks;
};

/** The English meaning of a Japanese word is kept with the first of its parts; the whole word is marked. */
const placeOf = (text: string, { start, end, english }: Word, tables: WordTables): Mark => {
  if (english.length === 0) return [start, end];
  const [whole] = tables.segment(text.slice(start, start + 3 * LONGEST_WORD));
  return [start, Math.max(end, start + (whole?.text.length ?? 0))];
};
