/**
 * Measures what learning from the reader adds: `npm run bench:learner -- [--dir <folder>] [--readers <n>] [--json]`.
 * Readers are drawn from `pools.json` of the folder, twelve a class and set: 3 to 10 keywords of the class with weights
 * from 0.5 to 3, and nine of other classes at a tenth. Each has saved some articles of the class; 150 others have been
 * in the list without a word about them, wanted ones among them. All articles but the saved ones are ranked by the
 * keywords alone, with the mean vector of what was saved, and with the learner. Seeds are fixed.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { ndcg, precision } from '../../test/harness/statistics/ranking.ts';
import { featuresOf, type Features } from '../../src/model/learning/features.ts';
import { functionOf, learnedReasonOf, quantised } from '../../src/model/learning/learner.ts';
import { trainLearner } from '../../src/model/learning/train.ts';
import { contributionOf } from '../../src/model/score/score.ts';
import type { StoredVector } from '../../src/model/score/vector.ts';
import { embedSet } from './embed-set.ts';
import { createRandom, type Random } from '../../test/harness/statistics/random.ts';

const DEPTH = 20;
const SILENT = 150;
const MEAN_WEIGHT = 1;

const { values: options } = parseArgs({
  options: {
    dir: { type: 'string', default: path.join(import.meta.dirname, '../../../../shared/relevance') },
    readers: { type: 'string', default: '12' },
    sets: { type: 'string', default: 'news,stackoverflow,livedoor,livedoor-en' },
    json: { type: 'boolean', default: false },
  },
});

const articleLine = z.object({ class: z.string(), title: z.string(), text: z.string().default('') });
const pools = z.record(z.string(), z.record(z.string(), z.array(z.string())));

const readText = (name: string): string => {
  const bytes = readFileSync(path.join(options.dir, name));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
};

const files: Record<string, string> = {
  news: 'news.jsonl',
  stackoverflow: 'stackoverflow.jsonl',
  livedoor: 'livedoor.jsonl.gz',
  'livedoor-en': 'livedoor.jsonl.gz',
};

const allPools: z.infer<typeof pools> = {
  news: z.record(z.string(), z.array(z.string())).parse(JSON.parse(readText('keywords.json'))),
  ...pools.parse(JSON.parse(readText('pools.json'))),
};

type Case = { saved: number; strayed: number; name: string };
const cases: Case[] = [
  { saved: 1, strayed: 0, name: '1 saved' },
  { saved: 5, strayed: 0, name: '5 saved' },
  { saved: 15, strayed: 0, name: '15 saved' },
  { saved: 5, strayed: 2, name: '5 saved, 2 of other classes' },
];
const rankings = ['keywords', 'mean_vector', 'learner'] as const;
type Ranking = (typeof rankings)[number];
type Figures = { ndcg20: number; p10: number };

const round = (value: number) => Number(value.toFixed(4));
const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

type Set_ = {
  classes: string[];
  vectors: StoredVector[];
  features: Features[];
  /** The similarity of each keyword to each article. */
  similarities: Map<string, Float32Array>;
};

/** Draws a reader's keywords with their weights. */
const drawKeywords = (pool: Record<string, string[]>, name: string, random: Random) => {
  const own = pool[name] ?? [];
  const count = Math.min(3 + random.below(8), own.length);
  const others = Object.entries(pool).flatMap(([other, texts]) => (other === name ? [] : texts));
  return [
    ...random.sample(own, count).map((text) => ({ text, weight: 0.5 + 2.5 * random.next() })),
    ...random.sample(others, 9).map((text) => ({ text, weight: 0.1 * (0.5 + 2.5 * random.next()) })),
  ];
};

/** Returns the part of the mean vector of what was saved, on the same scale as the learner. */
const meanVectorPart = (set: Set_, saved: number[], silent: number[]): number[] => {
  const sums = new Map<number, number>();
  const dense = new Float32Array(set.features[0]?.dense.length ?? 0);
  for (const at of saved) {
    const features = set.features[at]!;
    features.dense.forEach((value, place) => (dense[place] = (dense[place] ?? 0) + value));
    features.indexes.forEach((index, place) =>
      sums.set(index, (sums.get(index) ?? 0) + (features.values[place] ?? 0)),
    );
  }
  const values = set.features.map(
    functionOf(
      quantised({ dense, indexes: Uint32Array.from(sums.keys()), values: Float32Array.from(sums.values()) }),
    ),
  );
  const usual = silent.map((at) => values[at] ?? 0).toSorted((a, b) => a - b);
  const floor = usual[Math.floor(0.75 * usual.length)] ?? 0;
  const top = Math.max(...saved.map((at) => values[at] ?? 0));
  return values.map((value) => MEAN_WEIGHT * Math.max(0, Math.min(1, (value - floor) / (top - floor || 1))));
};

const measureReader = (
  set: Set_,
  pool: Record<string, string[]>,
  name: string,
  { saved: count, strayed }: Case,
  random: Random,
): Record<Ranking, Figures> => {
  const keywords = drawKeywords(pool, name, random);
  const all = set.classes.map((_, at) => at);
  const members = all.filter((at) => set.classes[at] === name);
  const foreign = all.filter((at) => set.classes[at] !== name);
  const saved = [...random.sample(members, count), ...random.sample(foreign, strayed)];
  const known = new Set(saved);
  const rest = all.filter((at) => !known.has(at));
  const silent = random.sample(rest, SILENT);
  const byKeywords = all.map((at) =>
    keywords.reduce((sum, { text, weight }) => sum + weight * (set.similarities.get(text)?.[at] ?? 0), 0),
  );
  const mean = meanVectorPart(set, saved, silent);
  const learner = trainLearner(
    set.vectors[0]!.model,
    saved.map((at) => ({ vector: set.vectors[at]!, is_liked: true, weight: 1 })),
    silent.map((at) => ({ vector: set.vectors[at]!, is_passed: false })),
    Math.max(...keywords.map(({ weight }) => weight)),
  );
  if (learner === null) throw new Error(`${name}: nothing was learned`);
  const reasonOf = learnedReasonOf(learner);
  const learned = all.map((at) => {
    const reason = reasonOf(set.vectors[at]!);
    return reason === null ? 0 : contributionOf(reason);
  });
  const relevant = rest.map((at) => set.classes[at] === name);
  const figuresOf = (part: number[] | null): Figures => {
    const scores = rest.map((at) => Math.max(0, (byKeywords[at] ?? 0) + (part?.[at] ?? 0)));
    return { ndcg20: ndcg(scores, relevant, DEPTH), p10: precision(scores, relevant, 10) };
  };
  return { keywords: figuresOf(null), mean_vector: figuresOf(mean), learner: figuresOf(learned) };
};

/** Returns the 95 % interval of the mean: classes are drawn again, then readers of each. */
const intervalOf = (byClass: number[][], random: Random): [number, number] => {
  const means = Array.from({ length: 1000 }, () =>
    meanOf(
      byClass.flatMap(() => {
        const readers = byClass[random.below(byClass.length)] ?? [];
        return readers.map(() => readers[random.below(readers.length)] ?? 0);
      }),
    ),
  ).toSorted((a, b) => a - b);
  return [round(means[25] ?? 0), round(means[974] ?? 0)];
};

const results: Record<string, Record<string, unknown>> = {};
const totals = cases.map(() => rankings.map((): number[] => []));
for (const setName of options.sets.split(',')) {
  const pool = allPools[setName];
  const file = files[setName];
  if (pool === undefined || file === undefined) throw new Error(`There is no set ${setName}`);
  const articles = readText(file)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => articleLine.parse(JSON.parse(line)));
  const texts = [...new Set(Object.values(pool).flat())];
  const { vectors, similarities } = await embedSet(articles, texts);
  const set = {
    classes: articles.map((article) => article.class),
    vectors,
    features: vectors.map(featuresOf),
    similarities,
  };
  results[setName] = {};
  for (const [nth, one] of cases.entries()) {
    const readers = Object.keys(pool).map((name) =>
      Array.from({ length: Number(options.readers) }, (_, reader) =>
        measureReader(set, pool, name, one, createRandom(`${setName} ${name} ${reader}`)),
      ),
    );
    const gains = readers.map((row) => row.map(({ keywords, learner }) => learner.ndcg20 - keywords.ndcg20));
    const figures = Object.fromEntries(
      rankings.map((ranking, at) => {
        const ndcg20 = meanOf(readers.flat().map((row) => row[ranking].ndcg20));
        totals[nth]?.[at]?.push(ndcg20);
        return [
          ranking,
          { ndcg20: round(ndcg20), p10: round(meanOf(readers.flat().map((row) => row[ranking].p10))) },
        ];
      }),
    );
    const gain = round(meanOf(gains.flat()));
    const gain95 = intervalOf(gains, createRandom('interval'));
    results[setName][one.name] = { ...figures, gain, gain95 };
    console.log(
      `${setName.padEnd(14)} ${one.name.padEnd(28)} ${rankings.map((ranking) => `${ranking} ${figures[ranking]?.ndcg20.toFixed(3)}`).join('  ')}  gain ${gain} (${gain95.join(' to ')})`,
    );
  }
}
const mean = Object.fromEntries(
  cases.map(({ name }, nth) => [
    name,
    Object.fromEntries(rankings.map((ranking, at) => [ranking, round(meanOf(totals[nth]?.[at] ?? []))])),
  ]),
);
for (const [name, row] of Object.entries(mean))
  console.log(
    `${'mean of sets'.padEnd(14)} ${name.padEnd(28)} ${rankings.map((ranking) => `${ranking} ${row[ranking]?.toFixed(3)}`).join('  ')}`,
  );
if (options.json) console.log(JSON.stringify({ sets: results, mean }));
