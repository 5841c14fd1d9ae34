import type { Article } from '@omomi/backend/contract';
import { partsOf, type Place, type ReadText, readText } from '../body/read-text.ts';
import { sentencesOf } from './sentences.ts';
import { spokenLanguage } from './spoken-language.ts';

/** What is in the text of an article and is not read aloud: what the page has added, code, and the marks of footnotes. */
const leftOut =
  '[data-missing-picture], [data-video], [data-testid="footnote"], [data-note], [data-note-back], pre, button, audio, video';

/** The sentences of an article as they are spoken, each with its place in the text; null for those of its title. */
export type Spoken = { language: string; parts: string[]; places: (Place | null)[] };

export const readSpoken = (root: Element): ReadText => readText(root, leftOut);

/**
 * Returns what is read aloud of an article: its title, then its text, or its summary if it has none.
 * @param root - The element with the text; null if it has none.
 * @param preferred - The languages that the reader prefers.
 */
export const spokenOf = (
  { title, summary }: Pick<Article, 'title' | 'summary'>,
  root: Element | null,
  preferred: readonly string[],
): Spoken => {
  const text = root === null ? summary : readSpoken(root).text;
  const language = spokenLanguage(`${title} ${text}`, preferred);
  const sentences = (from: string, isMarked: boolean): { part: string; place: Place | null }[] =>
    sentencesOf(from, language).map((place) => ({
      part: from.slice(place.start, place.end).replaceAll(/\s+/g, ' '),
      place: isMarked ? place : null,
    }));
  const all = [...sentences(title, false), ...sentences(text, root !== null)];
  return { language, parts: all.map(({ part }) => part), places: all.map(({ place }) => place) };
};

/** Returns the ranges of a sentence in the page. They are read anew, because highlights part the nodes of a text. */
export const rangesOf = (root: Element, place: Place): Range[] =>
  partsOf(readSpoken(root), place).map(({ node, from, to }) => {
    const range = new Range();
    range.setStart(node, from);
    range.setEnd(node, to);
    return range;
  });
