import type { Place } from '../body/read-text.ts';

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
