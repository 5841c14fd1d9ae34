/*
 * How well the edges of a match lie between words, in scripts without spaces: 京都 in 京都の, in 東京都; ラン in ブランド.
 */

type Script = 'han' | 'katakana' | 'other';

const HAN = /^[\p{Script=Han}\u3005\u3006\u303B]/u;
const KATAKANA = /^[\p{Script=Katakana}\u30FC]/u;

/** Returns the script of an unspaced character; `other` are those in which nothing but a dictionary tells words apart. */
export const scriptOf = (character: string): Script =>
  HAN.test(character) ? 'han' : KATAKANA.test(character) ? 'katakana' : 'other';

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
const MEMORY = 20_000;
const known = new Map<string, ReadonlySet<number>>();

/** Returns the places between the words of a stretch of Han, by the dictionary of the runtime. */
export const breaksIn = (stretch: string): ReadonlySet<number> => {
  const found = known.get(stretch);
  if (found !== undefined) return found;
  if (known.size >= MEMORY) known.clear();
  const breaks = new Set(Array.from(segmenter.segment(stretch), ({ index }) => index));
  known.set(stretch, breaks.add(stretch.length));
  return breaks;
};

/**
 * The weight of a match by its edges: 1 if both are between words; less for the beginning of a longer word (京都 in 京都市場),
 * its end, and its middle.
 */
export const edgeWeight = (isStart: boolean, isEnd: boolean): number =>
  isStart ? (isEnd ? 1 : 0.35) : isEnd ? 0.25 : 0.1;
