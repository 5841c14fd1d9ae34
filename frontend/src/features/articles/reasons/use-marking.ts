import type { OpenedArticle, Reason } from '@omomi/backend/contract';
import { useEffect, useState } from 'react';
import { markedWords, placesOf } from './marked-words.ts';

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
