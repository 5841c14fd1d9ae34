/**
 * How a reader's scores are spread: a histogram with bins of equal ratio, decayed as articles arrive. Its numbers are
 * float32, so that writing and reading it changes nothing.
 */
export type ScoreSketch = Float32Array;

const BINS = 96;
/** Scores up to this count as 0: nothing in the article is what the reader asked for. */
const LEAST = 0.01;
/** 50 keywords of weight 10. */
const GREATEST = 500;
const RATIO = Math.log(GREATEST / LEAST) / (BINS - 1);
/** An article's part in the histogram falls by 1/e with each so many that follow: some days to some weeks of reading. */
const WINDOW = 4000;
/** With fewer articles a rank says nothing. */
const ENOUGH = 20;
/** A batch of fewer new articles is counted for others like it, one batch in so many, to save writes. */
const ARTICLES_A_WRITE = 10;

/** The bin and how far into it: bin 0 holds what counts as 0, each further one is 12 % wide. */
const placeOf = (score: number): { bin: number; part: number } => {
  if (score <= LEAST) return { bin: 0, part: 0 };
  const at = Math.min(Math.log(score / LEAST) / RATIO, BINS - 1 - 1e-9);
  return { bin: 1 + Math.floor(at), part: at - Math.floor(at) };
};

export const emptySketch = (): ScoreSketch => new Float32Array(BINS);

/** The sketch with more scores in it, each counted `times`; what it had before weighs less by exp(-count / 4,000). */
export const withScores = (sketch: ScoreSketch, scores: number[], times = 1): ScoreSketch => {
  const added = scores.length * times;
  const grown = sketch.map((count) => count * Math.exp(-added / WINDOW));
  for (const score of scores) {
    const { bin } = placeOf(score);
    grown[bin] = (grown[bin] ?? 0) + times;
  }
  return grown;
};

/**
 * The share of the reader's articles that score less, from 0 to 100; articles within a bin are taken as evenly spread.
 * Never falls with the score, 0 for a score that counts as 0. Null before there are 20 articles to compare with.
 */
export const rankOf = (sketch: ScoreSketch, score: number): number | null => {
  const total = sketch.reduce((sum, count) => sum + count, 0);
  if (total < ENOUGH) return null;
  const { bin, part } = placeOf(score);
  const below = sketch.subarray(0, bin).reduce((sum, count) => sum + count, 0);
  return Math.max(0, Math.min(100, Math.round((100 * (below + part * (sketch[bin] ?? 0))) / total)));
};

/**
 * How often a batch's scores are to be counted, 0 for most small batches: by chance, but always the same for the same
 * first article, whose id is a hash. On average one batch is counted for every ten articles that arrive.
 */
export const timesCounted = (firstArticleId: string, newArticles: number): number => {
  if (newArticles >= ARTICLES_A_WRITE) return 1;
  const chance = newArticles / ARTICLES_A_WRITE;
  return Number(BigInt(firstArticleId) % 1000n) < chance * 1000 ? 1 / chance : 0;
};

/** As stored: little endian, without the bins behind the last one used. */
export const encodeSketch = (sketch: ScoreSketch): Uint8Array => {
  const used = sketch.findLastIndex((count) => count > 0) + 1;
  const bytes = new Uint8Array(used * 4);
  const view = new DataView(bytes.buffer);
  sketch.subarray(0, used).forEach((count, bin) => view.setFloat32(bin * 4, count, true));
  return bytes;
};

/** @throws RangeError for bytes that are no sketch. */
export const decodeSketch = (bytes: Uint8Array): ScoreSketch => {
  if (bytes.length % 4 !== 0 || bytes.length > BINS * 4)
    throw new RangeError(`A score sketch has no ${bytes.length} bytes`);
  const sketch = emptySketch();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let bin = 0; bin * 4 < bytes.length; bin += 1) sketch[bin] = view.getFloat32(bin * 4, true);
  return sketch;
};
