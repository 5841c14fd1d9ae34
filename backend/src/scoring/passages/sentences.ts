import { boundariesIn } from '../../lib/sentences.ts';
import { type Word, wordsOf } from '../words/words.ts';

/** A sentence of an article, or its title, with its words at their places in `text`. */
export type Sentence = { field: 'title' | 'text'; text: string; words: readonly Word[] };

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

/** The start and the end of a marked part of a text, in UTF-16 units. */
export type Mark = [start: number, end: number];

export type Marked = { text: string; marks: Mark[] };

/** The sign for text that was cut off. */
const ELLIPSIS = '…';
/** The most UTF-16 units that a cut moves to come to a boundary of words. */
const MOST_MOVE = 30;
/** The UTF-16 units before the first mark that are kept where there is room. */
const LEAD = 60;

const SPACE = /\s/u;
/** Characters of scripts without spaces between words, where a cut may be anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。「」・]/u;

/**
 * Cuts a text to about `limit` UTF-16 units around the part with the most marked text. Cuts lie between words where one
 * ends nearby, and never in a pair of surrogates. Marks outside the part are dropped. `marks` are in order and do not
 * overlap.
 */
export const cutAround = (text: string, marks: readonly Mark[], limit: number): Marked => {
  if (text.length <= limit) return { text, marks: [...marks] };
  const from = startOf(text, marks, limit);
  const to = endOf(text, from, limit, marks);
  const before = from === 0 ? '' : ELLIPSIS;
  const shift = before.length - from;
  return {
    text: `${before}${text.slice(from, to)}${to === text.length ? '' : ELLIPSIS}`,
    marks: marks
      .filter(([start]) => start >= from && start < to)
      .map(([start, end]): Mark => [start + shift, Math.min(end, to) + shift]),
  };
};

/** Returns where the part begins: a little before the mark behind which most marked text follows within the limit. */
const startOf = (text: string, marks: readonly Mark[], limit: number): number => {
  let best = { start: 0, marked: -1 };
  for (const [at, [start]] of marks.entries()) {
    const within = marks.slice(at).filter(([, end]) => end <= start + limit - LEAD);
    const marked = within.reduce((sum, [from, to]) => sum + to - from, 0);
    if (marked > best.marked) best = { start, marked };
  }
  const wanted = Math.max(0, Math.min(best.start - LEAD, text.length - limit));
  if (wanted === 0) return 0;
  for (let at = wanted; at < Math.min(wanted + MOST_MOVE, best.start); at += 1)
    if (isBoundary(text, at) && !SPACE.test(text.charAt(at))) return at;
  return insidePair(text, wanted) ? wanted + 1 : wanted;
};

const endOf = (text: string, from: number, limit: number, marks: readonly Mark[]): number => {
  const wanted = from + limit;
  if (wanted >= text.length) return text.length;
  const needed = marks.findLast(([, end]) => end <= wanted)?.[1] ?? from;
  for (let at = wanted; at > Math.max(wanted - MOST_MOVE, needed); at -= 1)
    if (isBoundary(text, at)) return text.slice(from, at).trimEnd().length + from;
  return insidePair(text, wanted) ? wanted - 1 : wanted;
};

/** Checks whether a word or a character of a script without spaces begins or ends there. */
const isBoundary = (text: string, at: number): boolean => {
  const [before, behind] = [text.charAt(at - 1), text.charAt(at)];
  return SPACE.test(before) !== SPACE.test(behind) || (UNSPACED.test(before) && UNSPACED.test(behind));
};

/** Checks whether a pair of surrogates would be cut in two. */
const insidePair = (text: string, at: number): boolean =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at));
