/**
 * The distribution of a reader's scores: a histogram with bins of equal ratio, which decays as articles arrive. Its
 * numbers are float32, so that storing and reading it changes nothing.
 */
export type ScoreSketch = Float32Array;

const BINS = 96;
/** The highest score that counts as 0: nothing in the article is what the reader asked for. */
const LEAST = 0.01;
/** The greatest score: 50 keywords of weight 10. */
const GREATEST = 500;
const RATIO = Math.log(GREATEST / LEAST) / (BINS - 1);
/**
 * Number of later articles after which an article's part in the histogram has fallen by 1/e: some days to some weeks of
 * reading.
 */
const WINDOW = 4000;
/** Number of articles below which a rank says nothing. */
const ENOUGH = 20;
/**
 * Number of new articles for one write. Of smaller batches only some are counted, each for others like it, to save
 * writes.
 */
const ARTICLES_A_WRITE = 10;

/**
 * Returns the bin of a score and its position within the bin. Bin 0 holds scores that count as 0; each further bin is
 * 12 % wide.
 */
const placeOf = (score: number): { bin: number; part: number } => {
  if (score <= LEAST) return { bin: 0, part: 0 };
  const at = Math.min(Math.log(score / LEAST) / RATIO, BINS - 1 - 1e-9);
  return { bin: 1 + Math.floor(at), part: at - Math.floor(at) };
};

export const emptySketch = (): ScoreSketch => new Float32Array(BINS);

/**
 * Returns the sketch with more scores in it, each counted `times`. The weight of older scores falls by exp(-count /
 * 4,000).
 */
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
 * Returns the percentage, from 0 to 100, of the reader's articles with a lower score. Articles within a bin are taken
 * as evenly spread. The result never falls with the score, and is 0 for a score that counts as 0. Returns null if there
 * are fewer than 20 articles to compare with.
 */
export const rankOf = (sketch: ScoreSketch, score: number): number | null => {
  const total = sketch.reduce((sum, count) => sum + count, 0);
  if (total < ENOUGH) return null;
  const { bin, part } = placeOf(score);
  const below = sketch.subarray(0, bin).reduce((sum, count) => sum + count, 0);
  return Math.max(0, Math.min(100, Math.round((100 * (below + part * (sketch[bin] ?? 0))) / total)));
};

/**
 * Returns how often a batch's scores are counted, which is 0 for most small batches. The choice looks random but is
 * always the same for the same first article, whose id is a hash. On average one batch is counted for every ten
 * articles that arrive.
 */
export const timesCounted = (firstArticleId: string, newArticles: number): number => {
  if (newArticles >= ARTICLES_A_WRITE) return 1;
  const chance = newArticles / ARTICLES_A_WRITE;
  return Number(BigInt(firstArticleId) % 1000n) < chance * 1000 ? 1 / chance : 0;
};

/** Returns the stored form: little endian, without the bins after the last one used. */
export const encodeSketch = (sketch: ScoreSketch): Uint8Array => {
  const used = sketch.findLastIndex((count) => count > 0) + 1;
  const bytes = new Uint8Array(used * 4);
  const view = new DataView(bytes.buffer);
  sketch.subarray(0, used).forEach((count, bin) => view.setFloat32(bin * 4, count, true));
  return bytes;
};

/** Returns the sketch of its stored form. @throws RangeError for bytes that are not a sketch. */
export const decodeSketch = (bytes: Uint8Array): ScoreSketch => {
  if (bytes.length % 4 !== 0 || bytes.length > BINS * 4)
    throw new RangeError(`A score sketch has no ${bytes.length} bytes`);
  const sketch = emptySketch();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let bin = 0; bin * 4 < bytes.length; bin += 1) sketch[bin] = view.getFloat32(bin * 4, true);
  return sketch;
};
