import { existsSync } from 'node:fs';
import path from 'node:path';
import { balanced } from '../src/model/ranking/balance.ts';
import { topReasons } from '../src/model/score/score.ts';
import { rankingsOf } from './relevance/rankings.ts';
import { loadSets, type RelevanceSet } from './relevance/sets.ts';

/*
 * Measures how two equal interests share the top 20: for each pair of classes of ../shared/relevance, a reader with up
 * to three keywords of each at weight 1. Printed is how many of the first 20 belong to the class that has fewer of
 * them, on average and at worst, in plain order and balanced over windows of several sizes.
 */

const FOLDER = path.join(import.meta.dirname, '../../../shared/relevance');
const WINDOWS = [50, 65, 100, 200];
const KEYWORDS = 3;
const TOP = 20;

type Row = { class: string; value: number; top_reasons: { keyword_id: string; contribution: number }[] };

const idOf = (at: number): string => at.toString(16).padStart(12, 'a');

const pairsOf = (names: string[]): [string, string][] =>
  names.flatMap((one, at) => names.slice(at + 1).map((other): [string, string] => [one, other]));

/** Returns the articles of a reader with these two interests, the most important first. */
const rowsFor = (set: RelevanceSet, ours: Map<string, Float64Array>, pair: [string, string]): Row[] => {
  const texts = pair.flatMap((name) => (set.pools[name] ?? []).slice(0, KEYWORDS));
  return set.articles
    .map((article, at) => {
      const reasons = texts.map((text, keyword) => ({
        keyword_id: idOf(keyword),
        weight: 1,
        similarity_score: ours.get(text)?.[at] ?? 0,
      }));
      const value = reasons.reduce((sum, { similarity_score }) => sum + similarity_score, 0);
      return { class: article.class, value, top_reasons: topReasons(reasons, 3) };
    })
    .toSorted((a, b) => b.value - a.value);
};

/** Returns how many of the first rows belong to the class of the pair that has fewer of them. */
const weakerOf = (rows: Row[], pair: [string, string]): number =>
  Math.min(...pair.map((name) => rows.slice(0, TOP).filter((row) => row.class === name).length));

const figuresOf = (counts: number[]) => ({
  mean: counts.reduce((sum, count) => sum + count, 0) / counts.length,
  least: Math.min(...counts),
});

if (!existsSync(FOLDER)) throw new Error(`There is no folder ${FOLDER}, whose sets this measures.`);
const all: Record<string, Record<string, { mean: number; least: number }>> = {};
for (const set of loadSets(FOLDER)) {
  const { ours } = await rankingsOf(set);
  const readers = pairsOf(Object.keys(set.pools)).map((pair) => ({ pair, rows: rowsFor(set, ours, pair) }));
  const figures: (typeof all)[string] = {
    plain: figuresOf(readers.map(({ pair, rows }) => weakerOf(rows, pair))),
  };
  for (const window of WINDOWS)
    figures[`balanced over ${window}`] = figuresOf(
      readers.map(({ pair, rows }) => weakerOf(balanced(rows.slice(0, window)), pair)),
    );
  all[set.name] = figures;
  for (const [name, { mean, least }] of Object.entries(figures))
    console.log(
      `${set.name.padEnd(14)} ${name.padEnd(18)} weaker interest ${mean.toFixed(1)} of ${TOP}, least ${least}`,
    );
}
if (process.argv.includes('--json')) console.log(JSON.stringify({ balance: all }));
