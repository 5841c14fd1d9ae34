import { existsSync } from 'node:fs';
import path from 'node:path';
import { balanced, type Weighed } from '../src/model/ranking/balance.ts';
import { placeOf, tierOf } from '../src/model/ranking/place.ts';
import { topReasons } from '../src/model/score/score.ts';
import { rankingsOf } from './relevance/rankings.ts';
import { loadSets, type RelevanceSet } from './relevance/sets.ts';

/*
 * Measures how equal interests share the top: for each two and three classes of ../shared/relevance, a reader with up to
 * three keywords of each at weight 1. Printed is how many of the first rows belong to the class that has the fewest of them,
 * on average and at worst, in plain order and balanced over windows: of a list, of its first 20; of Today, of its first
 * 12. No order can show what is not found, so the groups are printed once more of which all interests have at least 7
 * right articles in the first 10 of a list of their own. Last comes what a reader of one interest loses: nDCG@20.
 */

const FOLDER = path.join(import.meta.dirname, '../../../shared/relevance');
const KEYWORDS = 3;
const FOUND = { first: 10, right: 7 };
/** The orders: how many rows there are to choose from, and how many are looked at. */
const ORDERS = {
  'list, plain': { window: null, top: 20, isToday: false },
  'list, over 50': { window: 50, top: 20, isToday: false },
  'list, over 200': { window: 200, top: 20, isToday: false },
  'today, plain': { window: null, top: 12, isToday: true },
  'today, over 500': { window: 500, top: 12, isToday: true },
} as const;
type Order = (typeof ORDERS)[keyof typeof ORDERS];

type Row = Weighed & { class: string };

const idOf = (at: number): string => at.toString(16).padStart(12, 'a');

/** Returns each group of `size` names. */
const groupsOf = (names: string[], size: number): string[][] =>
  size === 0
    ? [[]]
    : names.flatMap((one, at) => groupsOf(names.slice(at + 1), size - 1).map((others) => [one, ...others]));

/** Returns the articles of a reader with these interests, the most important first. */
const rowsFor = (set: RelevanceSet, ours: Map<string, Float64Array>, names: string[]): Row[] => {
  const texts = names.flatMap((name) => (set.pools[name] ?? []).slice(0, KEYWORDS));
  return set.articles
    .map((article, at) => {
      const reasons = texts.map((text, keyword) => ({
        keyword_id: idOf(keyword),
        weight: 1,
        similarity_score: ours.get(text)?.[at] ?? 0,
      }));
      const value = reasons.reduce((sum, { similarity_score }) => sum + similarity_score, 0);
      const place = placeOf(value, 1);
      return {
        class: article.class,
        value,
        tier: tierOf(place, place),
        top_reasons: topReasons(reasons, 3),
      };
    })
    .toSorted((a, b) => b.value - a.value);
};

const topOf = (rows: Row[], { window, top, isToday }: Order): Row[] =>
  window === null
    ? rows.slice(0, top)
    : balanced(rows.slice(0, window), top, { weightOf: () => 1, keepsMustReads: isToday });

const countOf = (rows: Row[], name: string): number => rows.filter((row) => row.class === name).length;

/** Returns how many of the first rows belong to the class of the group that has the fewest of them. */
const weakestOf = (rows: Row[], group: string[], order: Order): number => {
  const top = topOf(rows, order);
  return Math.min(...group.map((name) => countOf(top, name)));
};

const gainOf = (isRight: boolean[]): number =>
  isRight.reduce((sum, right, at) => sum + (right ? 1 / Math.log2(at + 2) : 0), 0);

/** Returns nDCG of the first rows for a reader of one class, of which there are more articles than rows. */
const ndcgOf = (rows: Row[], name: string, order: Order): number => {
  const top = topOf(rows, order);
  return gainOf(top.map((row) => row.class === name)) / gainOf(Array<boolean>(order.top).fill(true));
};

const meanOf = (figures: number[]): number =>
  figures.reduce((sum, figure) => sum + figure, 0) / figures.length;

const rounded = (figure: number, digits: number): number => Number(figure.toFixed(digits));

const measured = (set: RelevanceSet, ours: Map<string, Float64Array>, interests: number) => {
  const names = Object.keys(set.pools);
  const own = new Map(names.map((name) => [name, rowsFor(set, ours, [name])]));
  const isFound = (name: string): boolean =>
    countOf((own.get(name) ?? []).slice(0, FOUND.first), name) >= FOUND.right;
  const readers = groupsOf(names, interests).map((group) => ({ group, rows: rowsFor(set, ours, group) }));
  return Object.entries(ORDERS).map(([order, each]) => {
    const weaker = readers.map(({ group, rows }) => ({ group, count: weakestOf(rows, group, each) }));
    const found = weaker.filter(({ group }) => group.every(isFound));
    return {
      set: set.name,
      interests,
      order,
      mean: rounded(meanOf(weaker.map(({ count }) => count)), 1),
      least: Math.min(...weaker.map(({ count }) => count)),
      of: each.top,
      found_mean: rounded(meanOf(found.map(({ count }) => count)), 1),
      found_groups: `${found.length} of ${weaker.length}`,
      one_interest_ndcg: rounded(meanOf([...own].map(([name, rows]) => ndcgOf(rows, name, each))), 3),
    };
  });
};

if (!existsSync(FOLDER)) throw new Error(`There is no folder ${FOLDER}, whose sets this measures.`);
const all = [];
for (const set of loadSets(FOLDER)) {
  const { ours } = await rankingsOf(set);
  const figures = [2, 3].flatMap((interests) => measured(set, ours, interests));
  all.push(...figures);
  for (const { interests, order, mean, least, of, found_mean, found_groups, one_interest_ndcg } of figures)
    console.log(
      `${set.name.padEnd(14)} ${interests} interests, ${order.padEnd(16)} weakest ${mean.toFixed(1)} of ${of}, least ${least}; ` +
        `where found (${found_groups}) ${found_mean.toFixed(1)}; one interest nDCG@${of} ${one_interest_ndcg}`,
    );
}
if (process.argv.includes('--json')) console.log(JSON.stringify({ balance: all }));
