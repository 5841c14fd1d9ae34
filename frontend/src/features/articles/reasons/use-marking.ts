import type { Reason, OpenedArticle } from '@omomi/backend/contract';
import { useEffect, useState } from 'react';

/** The most places that are marked in an article. */
const MOST_PLACES = 500;

/** Returns the words that the passages of these reasons mark, each once, the longest first. */
export const markedWords = (reasons: readonly Reason[]): string[] => {
  const words = reasons.flatMap(({ passage }) =>
    passage === null ? [] : passage.marks.map(([start, end]) => passage.text.slice(start, end)),
  );
  const unique = new Map(words.map((word) => [word.toLowerCase(), word]));
  return [...unique.values()].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
};

/** Matches a letter or digit of a script with spaces between words. */
const LETTER = /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}]$/u;

/** Returns where these words stand in a text as whole words, in any case, as start and end in UTF-16 units. */
export const placesOf = (text: string, words: readonly string[]): [number, number][] => {
  if (words.length === 0) return [];
  const pattern = new RegExp(words.map(literal).join('|'), 'giu');
  const places: [number, number][] = [];
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [start, end] = [match.index, pattern.lastIndex];
    if (isInside(text, start) || isInside(text, end)) pattern.lastIndex = start + 1;
    else places.push([start, end]);
    if (places.length === MOST_PLACES) break;
  }
  return places;
};

const literal = (word: string): string =>
  word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`);

/** Checks whether a place lies between two letters. */
const isInside = (text: string, at: number): boolean =>
  LETTER.test(String.fromCodePoint(codePointBefore(text, at))) &&
  LETTER.test(String.fromCodePoint(text.codePointAt(at) ?? 32));

const codePointBefore = (text: string, at: number): number => {
  const isPair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, at - 2), at));
  return (at === 0 ? undefined : text.codePointAt(at - (isPair ? 2 : 1))) ?? 32;
};

/** The name under which the theme styles marked words. */
const HIGHLIGHT = 'reason';

/** The state of marking the words of reasons in the article, and the functions that change it. */
export type Marking = {
  /** False if no reason has words, or the browser cannot mark them. */
  isPossible: boolean;
  isOn: boolean;
  toggle: () => void;
  /** Marks the words of one reason for a while, whatever the switch says; null ends it. */
  point: (reason: Reason | null) => void;
};

/**
 * Marks the words of an open article's reasons in the elements with these ids. The text itself is left as it is: the
 * browser paints the marks over it (CSS Custom Highlight API).
 */
export const useMarking = (article: OpenedArticle | undefined, elementIds: string): Marking => {
  const [isOn, setIsOn] = useState(false);
  const [pointed, setPointed] = useState<Reason | null>(null);
  const told = article?.reasons ?? [];
  const isPossible = 'highlights' in CSS && told.some(({ passage }) => passage !== null);
  const words = markedWords(pointed === null ? (isOn ? told : []) : [pointed]).join('\n');
  useEffect(() => {
    if (words === '') return undefined;
    const highlight = new Highlight(
      ...elementIds.split(' ').flatMap((id) => rangesIn(id, words.split('\n'))),
    );
    CSS.highlights.set(HIGHLIGHT, highlight);
    return () => {
      if (CSS.highlights.get(HIGHLIGHT) === highlight) CSS.highlights.delete(HIGHLIGHT);
    };
    // The elements of the text are new whenever the article is.
  }, [words, elementIds, article]);
  return { isPossible, isOn, toggle: () => setIsOn(!isOn), point: setPointed };
};

const rangesIn = (id: string, words: readonly string[]): Range[] => {
  const root = document.querySelector(`[id="${id}"]`);
  if (root === null) return [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const [start, end] of placesOf(node.textContent ?? '', words)) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  }
  return ranges;
};
