import { type Word, wordsOf } from '../words/words.ts';

/** A sentence of an article, or its title, with its words at their places in `text`. */
export type Sentence = { field: 'title' | 'text'; text: string; words: readonly Word[] };

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Matches the end of a text that ends with an abbreviation or an initial, behind which a sentence goes on. */
const ABBREVIATION =
  /(?<![\p{L}\p{N}])(?:Mr|Mrs|Ms|Dr|Prof|St|Gen|Gov|Sen|Rep|Lt|Col|Sgt|Capt|Jr|Sr|vs|No|Inc|Corp|Co|Ltd|\p{Lu})\.\s*$/u;

const segmenters = new Map<string, Intl.Segmenter>();

/** Returns where each sentence begins and where the last ends. */
const boundariesIn = (text: string): number[] => {
  const locale = KANA.test(text) ? 'ja' : 'en';
  const segmenter = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'sentence' });
  segmenters.set(locale, segmenter);
  const starts: number[] = [];
  let before = '';
  for (const { index, segment } of segmenter.segment(text)) {
    if (!ABBREVIATION.test(before)) starts.push(index);
    before = segment.slice(-LONGEST_ABBREVIATION);
  }
  return [...starts, text.length];
};

/** In UTF-16 units, with the spaces behind it. */
const LONGEST_ABBREVIATION = 12;

/** Returns the title as one sentence, then the sentences of the text. A title or text without a word gives none. */
export const sentencesOf = (title: string, text: string): Sentence[] =>
  [{ field: 'title' as const, text: title, words: wordsOf(title) }, ...split(text)].filter(
    ({ words }) => words.length > 0,
  );

/** Words are found in the whole text, because what a capital means depends on the words around. */
const split = (text: string): Sentence[] => {
  const words = wordsOf(text);
  const sentences: Sentence[] = [];
  let first = 0;
  const boundaries = boundariesIn(text);
  for (const [at, start] of boundaries.slice(0, -1).entries()) {
    const end = boundaries[at + 1] ?? text.length;
    let last = first;
    while (last < words.length && (words[last]?.start ?? 0) < end) last += 1;
    sentences.push({
      field: 'text',
      text: text.slice(start, end).trimEnd(),
      words: words
        .slice(first, last)
        .map((word) => ({ ...word, start: word.start - start, end: Math.min(word.end, end) - start })),
    });
    first = last;
  }
  return sentences;
};
