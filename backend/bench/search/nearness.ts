import { nearness, sketchOf, directionOf } from '../../src/search/segment/sketch.ts';
import { loadWordTables } from '../../src/scoring/words/word-tables.ts';
import { type StoredVector, denseValues } from '../../src/model/score/vector.ts';
import { articleRequest, embedAll, keywordRequest } from '../relevance/rankings.ts';
import { keywordsOf, type RelevanceSet } from '../relevance/sets.ts';

/** The thresholds that are compared: of nearness, and of deviations. */
const THRESHOLDS = {
  related: [0.7, 0.72, 0.74, 0.76, 0.78, 0.8, 0.82, 0.84, 0.86, 0.88, 0.9],
  like: [2, 2.5, 3, 3.25, 3.5, 3.75, 4, 4.5],
} as const;
/** The most articles that the page shows as related, and the first results of a search. */
const MOST = { related: 6, like: 10 } as const;

/**
 * At one threshold: the share of what is shown that is of the wanted class, the share of questions for which something is shown, and
 * the mean number of articles that are near enough.
 */
type AtThreshold = { precision: number; found: number; count: number };
/** The figures by threshold, and the precision of articles taken by chance. */
type NearnessFigures = { chance: number; at: Record<string, AtThreshold> };

type Question = { nearTo: (sketch: Uint8Array) => number; wanted: string; self: number };

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const measure = (
  classes: readonly string[],
  sketches: readonly Uint8Array[],
  questions: readonly Question[],
  kind: 'related' | 'like',
): NearnessFigures => {
  const ranked = questions.map(({ nearTo, wanted, self }) => ({
    wanted,
    near: sketches
      .map((sketch, at) => ({ at, near: at === self ? -1 : nearTo(sketch) }))
      .sort((a, b) => b.near - a.near),
  }));
  const at = THRESHOLDS[kind].map((least): [string, AtThreshold] => {
    const answers = ranked.map(({ wanted, near }) => {
      const enough = near.filter((one) => one.near >= least);
      const right = enough.slice(0, MOST[kind]).map((one) => (classes[one.at] === wanted ? 1 : 0));
      return { right, count: enough.length };
    });
    return [
      least.toFixed(2),
      {
        precision: mean(answers.flatMap(({ right }) => right)),
        found: mean(answers.map(({ count }) => (count > 0 ? 1 : 0))),
        count: mean(answers.map(({ count }) => count)),
      },
    ];
  });
  const chance = mean(questions.map(({ wanted }) => mean(classes.map((each) => (each === wanted ? 1 : 0)))));
  return { chance, at: Object.fromEntries(at) };
};

const deviationsTo = (vector: StoredVector): Question['nearTo'] => {
  const { deviationsOf } = directionOf(denseValues(vector), loadWordTables().background());
  return (sketch) => deviationsOf(sketch);
};

/**
 * Measures what is near to every third article of a set (`related`), and to the texts that its readers type (`like`): an article of
 * the same class counts as right.
 */
export const measureNearness = async (
  set: RelevanceSet,
): Promise<{ related: NearnessFigures; like: NearnessFigures }> => {
  const vectors = await embedAll(set.articles.map(({ title, text }) => articleRequest(title, text)));
  const sketches = vectors.map((vector) => sketchOf(denseValues(vector)));
  const classes = set.articles.map((article) => article.class);
  const articles = set.articles.flatMap((article, at): Question[] => {
    const sketch = sketches[at];
    return at % 3 !== 0 || sketch === undefined || vectors[at]?.scale === 0
      ? []
      : [{ nearTo: (other) => nearness(sketch, other), wanted: article.class, self: at }];
  });
  const texts = keywordsOf(set);
  const typed = await embedAll(texts.map(keywordRequest));
  const textQuestions = Object.entries(set.pools).flatMap(([wanted, pool]) =>
    pool.flatMap((text): Question[] => {
      const vector = typed[texts.indexOf(text)];
      return vector === undefined || vector.scale === 0
        ? []
        : [{ nearTo: deviationsTo(vector), wanted, self: -1 }];
    }),
  );
  return {
    related: measure(classes, sketches, articles, 'related'),
    like: measure(classes, sketches, textQuestions, 'like'),
  };
};

/** Prints the figures of all sets as one table a question. */
export const printNearness = (figures: Record<string, Awaited<ReturnType<typeof measureNearness>>>): void => {
  for (const kind of ['related', 'like'] as const) {
    console.log(
      `\n${kind}: precision of the first ${MOST[kind]}, share of questions answered, articles near enough`,
    );
    for (const [set, { [kind]: one }] of Object.entries(figures)) {
      console.log(`${set} (by chance ${one.chance.toFixed(3)})`);
      for (const [least, { precision, found, count }] of Object.entries(one.at))
        console.log(`  ${least}  ${precision.toFixed(3)}  ${found.toFixed(3)}  ${count.toFixed(1)}`);
    }
  }
};
