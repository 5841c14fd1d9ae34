/*
 * Segments are pieces of text that an article must or must not have. They weigh a short paragraph like a long one, so they show
 * what shingles hardly show: a lost standfirst, quotation or list.
 */

/** The judgement of people about a page: its whole text, or pieces that belong to it and pieces that do not. */
export type PageTruth = { url: string } & ({ articleBody: string } | { with: string[]; without: string[] });

/** How many pieces were found of those wanted, how many of those unwanted, and how many were wanted. */
export type SegmentCounts = { right: number; wrong: number; wanted: number };

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const linesOf = (text: string): string[] =>
  text
    .split(/\n+/)
    .map(oneLine)
    .filter((line) => line !== '');

const squeezed = (text: string): string => text.replace(/\s+/g, '');

/**
 * Counts the segments of a page. Of a whole text they are its lines, and unwanted is every found line that is none of
 * them; white space does not count there, because such texts have it around links and words in bold.
 */
export const countSegments = (truth: PageTruth, found: string): SegmentCounts => {
  if ('with' in truth) {
    const text = oneLine(found);
    const count = (segments: readonly string[]): number =>
      segments.filter((segment) => text.includes(oneLine(segment))).length;
    return { right: count(truth.with), wrong: count(truth.without), wanted: truth.with.length };
  }
  const [text, whole] = [squeezed(found), squeezed(truth.articleBody)];
  const wanted = linesOf(truth.articleBody);
  return {
    right: wanted.filter((line) => text.includes(squeezed(line))).length,
    wrong: linesOf(found).filter((line) => !whole.includes(squeezed(line))).length,
    wanted: wanted.length,
  };
};

/** Returns precision, recall and F of the segments of all pages together. */
export const segmentScore = (counts: readonly SegmentCounts[]) => {
  const sum = (key: keyof SegmentCounts): number => counts.reduce((total, count) => total + count[key], 0);
  const [right, wrong, wanted] = [sum('right'), sum('wrong'), sum('wanted')];
  const precision = right + wrong === 0 ? 0 : right / (right + wrong);
  const recall = wanted === 0 ? 0 : right / wanted;
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
};
