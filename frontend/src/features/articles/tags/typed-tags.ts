/** Compares tags as the server does: letter case and width make no difference. */
const folded = (tag: string): string => tag.normalize('NFKC').toLowerCase();

const areSame = (a: string, b: string): boolean => folded(a) === folded(b);

/** What ends a tag while it is typed, in any script: commas, and a line end of what is pasted. */
const ENDS = /[,，、،\n]/u;

/**
 * Returns the tags of a typed text that are ended by a comma, and the text after the last one. A tag that is known is spelt as it is
 * there.
 */
export const endedTags = (text: string, known: readonly string[]): { ended: string[]; rest: string } => {
  const parts = text.split(ENDS);
  const rest = parts.pop() ?? '';
  return { ended: parts.flatMap((part) => spelt(part, known)), rest };
};

/** Returns a typed tag as it is known, or as it is typed; none if there is nothing. */
export const spelt = (text: string, known: readonly string[]): string[] => {
  const tag = text.replaceAll(/\s+/gu, ' ').trim();
  return tag === '' ? [] : [known.find((each) => areSame(each, tag)) ?? tag];
};

/** Returns tags with others after them, each once. */
export const withTags = (tags: readonly string[], added: readonly string[]): string[] =>
  [...tags, ...added].filter((tag, at, all) => all.findIndex((other) => areSame(other, tag)) === at);

/** A tag that completes what is typed. `isNew` is true if the reader does not have it yet. */
export type Completion = { tag: string; isNew: boolean };

/** The most completions that are shown. */
const MOST = 8;

/**
 * Returns what completes a typed text: the known tags that begin with it, then those that contain it, and the text itself if it is none
 * of them. Tags that the article has are left out.
 */
export const completionsOf = (
  text: string,
  known: readonly string[],
  chosen: readonly string[],
): Completion[] => {
  const free = known.filter((tag) => !chosen.some((other) => areSame(other, tag)));
  const [typed] = spelt(text, known);
  if (typed === undefined) return free.slice(0, MOST).map((tag) => ({ tag, isNew: false }));
  const wanted = folded(typed);
  const placeOf = (tag: string): number => folded(tag).indexOf(wanted);
  const found = free
    .filter((tag) => placeOf(tag) !== -1)
    .toSorted((a, b) => Number(placeOf(a) > 0) - Number(placeOf(b) > 0))
    .slice(0, MOST)
    .map((tag) => ({ tag, isNew: false }));
  const isKnown = [...known, ...chosen].some((tag) => areSame(tag, typed));
  return isKnown ? found : [...found, { tag: typed, isNew: true }];
};
