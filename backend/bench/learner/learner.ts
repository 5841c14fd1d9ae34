/**
 * Measures what learning from the reader adds: `npm run bench:learner -- [--dir <folder>] [--readers <n>] [--sets <a,b>] [--json]`.
 * Readers are drawn from the pools of the folder, twelve a class and set: 3 to 10 keywords of the class with weights
 * from 0.5 to 3, and nine of other classes at a tenth. Each has saved some articles of the class, and strays of others; 150 others have been
 * in the list without a word about them, wanted ones among them. All articles but the saved ones are ranked by the
 * keywords alone, with the mean vector of what was saved, and with the learner. Seeds are fixed.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom, type Random } from '../../test/harness/statistics/random.ts';
import { loadSets } from '../relevance/sets.ts';
import { createEmbedSet, type EmbeddedSet } from './embed-set.ts';
import { measureReader, RANKINGS, type Case, type Figures, type Ranking } from './measure-reader.ts';

const { values: options } = parseArgs({
  options: {
    dir: { type: 'string', default: path.join(import.meta.dirname, '../../../../shared/relevance') },
    readers: { type: 'string', default: '12' },
    sets: { type: 'string', default: 'news,stackoverflow,livedoor,livedoor-en' },
    json: { type: 'boolean', default: false },
  },
});

const cases: Case[] = [
  { saved: 1, strayed: 0, name: '1 saved' },
  { saved: 5, strayed: 0, name: '5 saved' },
  { saved: 4, strayed: 1, name: '5 saved, 1 a stray' },
  { saved: 3, strayed: 2, name: '5 saved, 2 strays' },
  { saved: 15, strayed: 0, name: '15 saved' },
  { saved: 14, strayed: 1, name: '15 saved, 1 a stray' },
  { saved: 13, strayed: 2, name: '15 saved, 2 strays' },
];

/** Readers of one set, by class. */
type Measured = Record<Ranking, Figures>[][];

const round = (value: number) => Number(value.toFixed(4));
const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const gainOf = (over: Ranking) => (reader: Record<Ranking, Figures>) =>
  reader.learner.ndcg20 - reader[over].ndcg20;

/** Returns the 95 % interval of the mean over sets: classes are drawn again within each, then readers of each class. */
const intervalOf = (sets: number[][][], random: Random): [number, number] => {
  const drawn = <T>(items: T[]): T[] => items.map(() => items[random.below(items.length)]!);
  const means = Array.from({ length: 1000 }, () =>
    meanOf(sets.map((classes) => meanOf(drawn(classes).flatMap(drawn)))),
  ).toSorted((a, b) => a - b);
  return [round(means[25] ?? 0), round(means[974] ?? 0)];
};

const figuresOf = (sets: Measured[]) => {
  const gains = (over: Ranking) => sets.map((classes) => classes.map((readers) => readers.map(gainOf(over))));
  const gain = (over: Ranking) => ({
    mean: round(meanOf(gains(over).map((set) => meanOf(set.flat())))),
    low_high: intervalOf(gains(over), createRandom('interval')),
  });
  const mean = (ranking: Ranking, figure: keyof Figures) =>
    round(meanOf(sets.map((set) => meanOf(set.flat().map((reader) => reader[ranking][figure])))));
  return {
    ndcg20: Object.fromEntries(RANKINGS.map((ranking) => [ranking, mean(ranking, 'ndcg20')])),
    p10: Object.fromEntries(RANKINGS.map((ranking) => [ranking, mean(ranking, 'p10')])),
    over_keywords: gain('keywords'),
    over_mean_vector: gain('mean_vector'),
  };
};

const print = (name: string, one: Case, figures: ReturnType<typeof figuresOf>): void => {
  const { ndcg20, over_keywords, over_mean_vector } = figures;
  const gain = ({ mean, low_high: [low, high] }: typeof over_keywords) =>
    `${mean.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
  console.log(
    `${name.padEnd(13)} ${one.name.padEnd(19)} ${RANKINGS.map((ranking) => `${ranking} ${ndcg20[ranking]?.toFixed(3)}`).join('  ')}` +
      `  over keywords ${gain(over_keywords)}, over mean vector ${gain(over_mean_vector)}`,
  );
};

const measureSet = (set: EmbeddedSet, one: Case): Measured =>
  Object.keys(set.pools).map((name) =>
    Array.from({ length: Number(options.readers) }, (_, reader) =>
      measureReader(set, name, one, createRandom(`${set.name} ${name} ${reader}`)),
    ),
  );

const wanted = options.sets.split(',');
const sets = loadSets(options.dir).filter(({ name }) => wanted.includes(name));
const missing = wanted.find((name) => !sets.some((set) => set.name === name));
if (missing !== undefined) throw new Error(`${options.dir} has no set ${missing}`);

const embedSet = createEmbedSet();
const measured = cases.map((): Measured[] => []);
const results: Record<string, Record<string, unknown>> = {};
for (const set of sets) {
  const embedded = await embedSet(set);
  results[set.name] = {};
  for (const [at, one] of cases.entries()) {
    const readers = measureSet(embedded, one);
    measured[at]?.push(readers);
    const figures = figuresOf([readers]);
    results[set.name]![one.name] = figures;
    print(set.name, one, figures);
  }
}
const mean = Object.fromEntries(
  cases.map((one, at) => {
    const figures = figuresOf(measured[at] ?? []);
    print('mean of sets', one, figures);
    return [one.name, figures];
  }),
);
if (options.json) console.log(JSON.stringify({ sets: results, mean }));
