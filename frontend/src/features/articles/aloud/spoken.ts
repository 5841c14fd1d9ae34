import type { Article } from '@omomi/backend/contract';
import { type Place, type ReadText, partsOf, readText } from '../body/read-text.ts';
import { spokenLanguage } from './spoken-language.ts';

/** The most characters that are spoken at once. Some voices of browsers fall silent within a text that takes a quarter of a minute. */
export const MOST_CHARACTERS = 240;

/** Returns where a part of a text is cut that is too long: behind a comma or the like, else at a space, else anywhere between two characters. */
const cutOf = (part: string): number => {
  const head = part.slice(0, MOST_CHARACTERS);
  const comma = head.search(/[,;:、，；：–—](?!.*[,;:、，；：–—])/su);
  if (comma > 0) return comma + 1;
  const space = head.search(/\s(?!.*\s)/su);
  if (space > 0) return space + 1;
  // Not between the halves of a character.
  return MOST_CHARACTERS - (/[\uD800-\uDBFF]$/.test(head) ? 1 : 0);
};

const trimmed = (text: string, { start, end }: Place): Place => {
  const part = text.slice(start, end);
  return {
    start: start + part.length - part.trimStart().length,
    end: end - part.length + part.trimEnd().length,
  };
};

/**
 * Returns where the sentences of a text are that can be spoken, in their order. None goes over a U+2029, by which a read text
 * parts its blocks, or is longer than `MOST_CHARACTERS`. What has neither letters nor digits is left out.
 * @param language - A language tag of BCP 47.
 */
export const sentencesOf = (text: string, language: string): Place[] => {
  // A line of the source ends no sentence, but would for the segmenter (UAX 29, SB4).
  const oneLine = text.replaceAll(/[\t\n\f\r\u2028]/g, ' ');
  const places: Place[] = [];
  for (const { segment, index } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(oneLine))
    for (let at = 0; at < segment.length;) {
      const rest = segment.slice(at);
      const length = rest.trimEnd().length > MOST_CHARACTERS ? cutOf(rest) : rest.length;
      const place = trimmed(oneLine, { start: index + at, end: index + at + length });
      if (/[\p{L}\p{N}]/u.test(oneLine.slice(place.start, place.end))) places.push(place);
      at += length;
    }
  return places;
};

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
