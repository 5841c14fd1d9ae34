/**
 * Fits the formula of similarity: `npm run model:fit -- [--dir <folder>] [--feeds <folder>] [--check]`. It measures the background of
 * the embedded model on a folder of feeds, fits the coefficients to labelled sets, and writes both where the code reads them. Run it
 * after `npm run model:build`. --check compares and writes nothing. The same files give the same result.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { INPUTS } from '../../src/model/score/similarity.ts';
import { measureBackground } from './background.ts';
import { examplesOf, pairsOf, type Pairs, tableOf } from './pairs.ts';
import { fitRegression } from './regression.ts';
import { measureRanking } from '../relevance/measure.ts';
import { loadSets } from '../relevance/sets.ts';

const shared = path.join(import.meta.dirname, '../../../../shared');
const source = path.join(import.meta.dirname, '../../src');
const { values: options } = parseArgs({
  options: {
    dir: { type: 'string', default: path.join(shared, 'relevance') },
    feeds: { type: 'string', default: path.join(shared, 'feeds/real') },
    check: { type: 'boolean', default: false },
  },
});

const rounded = (value: number): number => Number(value.toFixed(3));
const weightsFor = (sets: Pairs[]): number[] =>
  fitRegression(
    sets.map((pairs) => examplesOf(pairs, 1 / sets.length)),
    INPUTS.length,
  ).map(rounded);
const named = (weights: number[]): Record<string, number> =>
  Object.fromEntries(INPUTS.map((name, at) => [name, weights[at] ?? 0]));
const ndcgOf = (pairs: Pairs, weights: number[]): number => {
  const readers = measureRanking(pairs.set, tableOf(pairs, weights));
  return rounded(readers.reduce((sum, { figures }) => sum + figures.ndcg20, 0) / readers.length);
};
/** Checks whether two sets have the same articles, so that one cannot be left out without the other. */
const isSame = (one: Pairs, other: Pairs): boolean =>
  JSON.stringify(one.set.articles) === JSON.stringify(other.set.articles);

const background = await measureBackground(options.feeds);
const bytes = Buffer.concat(
  [background.mean, background.covariance].map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  ),
);
const sets: Pairs[] = [];
for (const set of loadSets(options.dir)) sets.push(await pairsOf(set, background));
const weights = weightsFor(sets);
const leftOut = sets.map((pairs) => {
  const others = weightsFor(sets.filter((other) => !isSame(pairs, other)));
  return {
    set: pairs.set.name,
    articles: pairs.set.articles.length,
    keywords: pairs.texts.length,
    ndcg20: ndcgOf(pairs, weights),
    ndcg20_left_out: ndcgOf(pairs, others),
  };
});

/** Writes data as TypeScript in the format of the project. */
const toSource = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/"(\w+)":/gu, '$1:')
    .replaceAll('"', "'")
    .replaceAll(/([^{[,])\n/gu, '$1,\n');

const text = `/*
 * Made by \`npm run model:fit\`: a logistic regression on all pairs of a keyword and an article of the sets named below. Each set
 * counts the same, and its relevant pairs are weighted to 1 in 20. Beside each set stands how well it is ranked by these
 * coefficients, and by coefficients that were fitted without its articles.
 */

export const COEFFICIENTS = ${toSource(named(weights))};

export const FITTED_ON = ${toSource({
  background: {
    feeds: path.basename(options.feeds),
    articles: background.articles,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  },
  sets: leftOut,
})};
`;

const outputs = {
  'scoring/words/tables/background.bin': bytes,
  'model/score/similarity-coefficients.ts': Buffer.from(text),
};
for (const { set, ndcg20, ndcg20_left_out: alone } of leftOut)
  console.log(
    `${set.padEnd(14)} nDCG@20 ${ndcg20.toFixed(3)}, fitted without its articles ${alone.toFixed(3)}`,
  );
for (const [name, made] of Object.entries(outputs)) {
  const file = path.join(source, name);
  if (!options.check) writeFileSync(file, made);
  else if (!readFileSync(file).equals(made)) {
    console.error(`${file} differs.`);
    process.exitCode = 1;
  }
}
