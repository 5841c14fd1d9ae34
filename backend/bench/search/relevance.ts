import { parseQuery } from '../../src/search/query/parse-query.ts';
import { search } from '../../src/search/match/search.ts';
import { decodePart, encodePart, type Part } from '../../src/search/segment/part.ts';
import { sketchOf } from '../../src/search/segment/sketch.ts';
import { denseValues } from '../../src/model/score/vector-codec.ts';
import { createBm25 } from '../relevance/bm25.ts';
import { articleRequest, embedAll } from '../relevance/rankings.ts';
import { loadSets, type RelevanceSet } from '../relevance/sets.ts';
import { JAPANESE } from './queries.ts';

const NOW = new Date('2026-11-22T00:00:00.000Z');
const TOP = 10;

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/[()":]/gu, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '');
/** The words of a pool's text as readers type them: all must match. */
const allOf = (text: string): string => `${wordsOf(text).join(' ')} `;
/** The same as BM25 takes them: any may match. */
const anyOf = (text: string): string => `${wordsOf(text).join(' OR ')} `;

type Indexed = { set: RelevanceSet; part: Part };

const indexed = async (set: RelevanceSet): Promise<Indexed> => {
  const vectors = await embedAll(set.articles.map(({ title, text }) => articleRequest(title, text)));
  const sketches = new Map(vectors.map((vector, at) => [`${at}`, sketchOf(denseValues(vector))]));
  const texts = set.articles.map(({ title, text }, at) => ({
    article_id: `${at}`,
    version: '',
    title,
    body: text,
    author: null,
    categories: [],
  }));
  return { set, part: decodePart(await encodePart(texts, sketches)) };
};

const hitsOf = (
  { set, part }: Indexed,
  text: string,
  { mayRelax = false }: { mayRelax?: boolean } = {},
): number[] => {
  const rows = set.articles.map(({ title }, at) => ({
    article_id: `${at}`,
    feed_id: 'f',
    title,
    excerpt: '',
    importance: null,
    is_read: false,
    is_saved: false,
    tags: [],
    published_at: '2026-01-01T00:00:00.000Z',
  }));
  const { hits } = search({
    query: parseQuery(text),
    rows,
    parts: [part],
    feeds: new Map(),
    likeSketches: new Map(),
    order: 'relevance',
    now: NOW,
    timeZone: 'UTC',
    mayRelax,
  });
  return hits.map(({ article_id: id }) => Number(id));
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Returns the share of the first ten hits that are of the class; of all hits, if there are fewer. */
const precision = (set: RelevanceSet, hits: readonly number[], wanted: string): number =>
  mean(hits.slice(0, TOP).map((at) => (set.articles[at]?.class === wanted ? 1 : 0)));

/** precision@10 of four rankings, as means over some queries. */
type Precisions = {
  /** All words must match. */
  all: number;
  /** All words, or the most of them where no article has all: what a search shows. */
  shown: number;
  /** Any word. */
  any: number;
  bm25: number;
  queries: number;
};
const COLUMNS = ['all', 'shown', 'any', 'bm25'] as const;

/** Returns precision@10 over all queries, where one that finds nothing counts as 0, and over those for which an article has all words. */
const compared = (
  one: Indexed,
  queries: readonly { text: string; wanted: string }[],
  bm25: (text: string) => number[],
): { every: Precisions; hitting: Precisions } => {
  const rows = queries.map(({ text, wanted }) => {
    const scores = bm25(text);
    const plain = [...scores.keys()].filter((at) => scores[at]! > 0).sort((a, b) => scores[b]! - scores[a]!);
    const all = hitsOf(one, allOf(text));
    const hits = {
      all,
      shown: hitsOf(one, allOf(text), { mayRelax: true }),
      any: hitsOf(one, anyOf(text)),
      bm25: plain,
    };
    const shares = COLUMNS.map((name) => [name, precision(one.set, hits[name], wanted)] as const);
    return { hasAll: all.length > 0, shares: new Map<string, number>(shares) };
  });
  const over = (some: typeof rows): Precisions => {
    const of = (name: (typeof COLUMNS)[number]): number =>
      mean(some.map(({ shares }) => shares.get(name) ?? 0));
    return { all: of('all'), shown: of('shown'), any: of('any'), bm25: of('bm25'), queries: some.length };
  };
  return { every: over(rows), hitting: over(rows.filter(({ hasAll }) => hasAll)) };
};

type RelevanceFigures = Record<string, Record<string, Precisions>>;

/** Measures precision@10 of class names and pools as queries beside plain BM25. */
export const benchRelevance = async (folder: string): Promise<RelevanceFigures> => {
  const figures: RelevanceFigures = {};
  for (const set of loadSets(folder)) {
    const one = await indexed(set);
    const bm25 = createBm25(set.articles.map(({ title, text }) => `${title} ${text}`));
    const classes = Object.entries(set.pools);
    const pools = compared(
      one,
      classes.flatMap(([wanted, pool]) => pool.map((text) => ({ text, wanted }))),
      bm25,
    );
    const names = compared(
      one,
      classes.map(([wanted]) => ({ text: wanted, wanted })),
      bm25,
    );
    figures[set.name] = {
      pools_every: pools.every,
      pools_hitting: pools.hitting,
      names_every: names.every,
      names_hitting: names.hitting,
    };
  }
  return figures;
};

/** Prints the figures: of all queries, and of those for which an article has all words. */
export const printRelevance = (figures: RelevanceFigures): void => {
  console.log(
    '\nprecision@10: `every` counts a query that finds nothing as 0, `hitting` leaves out those that no article has all words of',
  );
  console.log(
    [''.padEnd(28), 'queries', ...COLUMNS]
      .map((name) => name.padEnd(9))
      .join('')
      .trimEnd(),
  );
  for (const [set, rows] of Object.entries(figures))
    for (const [name, row] of Object.entries(rows)) {
      const cells = [
        `${set} ${name}`.padEnd(28),
        `${row.queries}`,
        ...COLUMNS.map((column) => row[column].toFixed(3)),
      ];
      console.log(
        cells
          .map((cell) => cell.padEnd(9))
          .join('')
          .trimEnd(),
      );
    }
};

/** Prints the first five titles of 20 Japanese queries, to be read. */
export const printJapanese = async (folder: string): Promise<void> => {
  const set = loadSets(folder).find(({ name }) => name === 'livedoor');
  if (set === undefined) return;
  const one = await indexed(set);
  for (const text of JAPANESE) {
    const hits = hitsOf(one, `${text} `);
    console.log(`\n${text} (${hits.length})`);
    for (const at of hits.slice(0, 5))
      console.log(`  ${set.articles[at]!.class.padEnd(16)} ${set.articles[at]!.title}`);
  }
};
