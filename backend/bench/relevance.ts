/**
 * Measures how well labelled articles are ranked: `npm run bench:relevance -- [--dir <folder>] [--reasons <count> [--seed <number>] [--keywords <a|b|c>]] [--json]`.
 * The folder has the form of ../shared/relevance, whose README gives the protocol. Four rankings of the same articles by the
 * same keywords are compared: ours, BM25 (which knows the document frequencies of the whole set, as a feed reader does
 * not), the plain sum of the cosines of the dense part, and the dense part compared with the reference texts as a model behind an
 * API is. `--reasons` prints only random pairs of keyword and article for which it is listed as a reason, and their passages, to be looked
 * at; with `--keywords` of these keywords and the articles of ../shared/feeds.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { estimate, type Estimate, type Figure, FIGURES, measureReaders } from './relevance/measure.ts';
import { RANKINGS, type RankingName, rankingsOf } from './relevance/rankings.ts';
import { randomReasons } from './relevance/reasons.ts';
import { calibrationError, reliabilityOf } from './relevance/reliability.ts';
import { loadSets } from './relevance/sets.ts';

const shared = path.join(import.meta.dirname, '../../../shared');
const { values: options } = parseArgs({
  options: {
    dir: { type: 'string', default: path.join(shared, 'relevance') },
    reasons: { type: 'string' },
    seed: { type: 'string', default: '200' },
    keywords: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});

const sets = loadSets(options.dir);
if (options.reasons !== undefined) {
  const feeds = path.join(shared, 'feeds/real');
  const own = options.keywords.split('|').filter((text) => text.trim() !== '');
  const [count, seed] = [Number(options.reasons), Number(options.seed)];
  const reasons = await randomReasons(sets, feeds, count, seed, own);
  for (const { similarity, source, keyword, title, passage } of reasons)
    console.log(`${similarity.toFixed(2)} ${source}: ${keyword} | ${title}\n       ${passage}`);
  process.exit();
}

const measured: { name: string; rows: ReturnType<typeof measureReaders> }[] = [];
const ranked: Parameters<typeof reliabilityOf>[0] = [];
for (const set of sets) {
  const rankings = await rankingsOf(set);
  ranked.push({ set, rankings });
  measured.push({ name: set.name, rows: measureReaders(set, rankings) });
}

const round = (value: number) => Number(value.toFixed(4));
const shown = ({ mean, low, high }: Estimate) =>
  `${mean.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`.padStart(25);
const summaryOf = (rows: ReturnType<typeof measureReaders>[]) => ({
  figures: RANKINGS.map((name) => ({
    name,
    estimates: FIGURES.map((figure) => estimate(rows, (row) => row.figures[name][figure])),
  })),
  /** Ours minus another ranking, of the same readers; plain and with noise together. */
  ahead: RANKINGS.filter((name) => name !== 'ours').map((name) => ({
    name,
    estimate: estimate(rows, ({ figures }) => meanNdcg(figures.ours) - meanNdcg(figures[name])),
  })),
});
const meanNdcg = (figures: Record<Figure, number>) => (figures.ndcg20 + figures.noisy_ndcg20) / 2;

const summaries = [
  ...measured.map(({ name, rows }) => ({ name, ...summaryOf([rows]) })),
  { name: 'all sets', ...summaryOf(measured.map(({ rows }) => rows)) },
];
for (const { name, figures, ahead } of summaries) {
  console.log(`\n${name.padEnd(14)}${FIGURES.map((figure) => figure.padStart(25)).join('')}`);
  for (const row of figures) console.log(`  ${row.name.padEnd(12)}${row.estimates.map(shown).join('')}`);
  for (const row of ahead) console.log(`  nDCG@20 ahead of ${row.name.padEnd(12)}${shown(row.estimate)}`);
}

const bins = reliabilityOf(ranked);
console.log('\nreliability, pairs of all sets weighted to 1 relevant in 20');
for (const { from, to, pairs, said, observed } of bins)
  console.log(
    `  ${from.toFixed(1)} to ${Math.min(1, to).toFixed(1)} ${String(pairs).padStart(8)} pairs  said ${said.toFixed(3)}  observed ${observed.toFixed(3)}`,
  );
console.log(`  expected calibration error ${calibrationError(bins).toFixed(3)} of similarities above 0`);

if (options.json) {
  const json = (one: Estimate) => ({ mean: round(one.mean), low: round(one.low), high: round(one.high) });
  const byName = summaries.map(({ name, figures, ahead }) => [
    name,
    {
      ...Object.fromEntries(
        figures.map((row): [RankingName, unknown] => [
          row.name,
          Object.fromEntries(FIGURES.map((figure, at) => [figure, json(row.estimates[at]!)])),
        ]),
      ),
      ahead_of: Object.fromEntries(ahead.map((row) => [row.name, json(row.estimate)])),
    },
  ]);
  console.log(
    JSON.stringify({
      sets: Object.fromEntries(byName),
      reliability: bins,
      calibration_error: round(calibrationError(bins)),
    }),
  );
}
