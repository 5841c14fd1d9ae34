import { parseQuery } from '../../src/search/query/parse-query.ts';
import { search } from '../../src/search/match/search.ts';
import { decodePart, encodePart, type Part } from '../../src/search/segment/part.ts';
import { sketchOf } from '../../src/search/segment/sketch.ts';
import { denseValues } from '../../src/model/score/vector.ts';
import { createBm25 } from '../relevance/bm25.ts';
import { articleRequest, embedAll } from '../relevance/rankings.ts';
import { meaningOf } from './meaning-of.ts';
import { loadSets, type RelevanceSet } from '../relevance/sets.ts';
import { byScore, ndcg, precision, TOP } from './places.ts';
import { JAPANESE } from './queries.ts';

const NOW = new Date('2026-11-22T00:00:00.000Z');

/** The words of a pool's text as readers type them, without the signs of a query. */
const typed = (text: string): string => `${text.replaceAll(/[()":]/gu, ' ').trim()} `;

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

const hitsOf = async (
  { set, part }: Indexed,
  text: string,
  { mayRelax = false }: { mayRelax?: boolean } = {},
): Promise<number[]> => {
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
  const query = parseQuery(text);
  const { hits } = search({
    query,
    rows,
    parts: [part],
    feeds: new Map(),
    likes: new Map(),
    meaning: await meaningOf(query),
    order: 'relevance',
    now: NOW,
    timeZone: 'UTC',
    mayRelax,
  });
  return hits.map(({ article_id: id }) => Number(id));
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** How well the first ten places of three rankings are filled, as means over some queries. */
type Figures = {
  /** precision@10 of a search for which all words must match. */
  all: number;
  /** precision@10 and nDCG@10 of what a search shows. */
  shown: number;
  shown_ndcg: number;
  /** The same of plain BM25, for which any word may match. */
  bm25: number;
  bm25_ndcg: number;
  queries: number;
};
const COLUMNS = ['all', 'shown', 'bm25', 'shown_ndcg', 'bm25_ndcg'] as const;

type Asked = { text: string; wanted: string };

const compared = async (
  one: Indexed,
  queries: readonly Asked[],
  bm25: (text: string) => number[],
): Promise<Figures> => {
  const rightsOf = (hits: readonly number[], { wanted }: Asked): boolean[] =>
    hits.slice(0, TOP).map((at) => one.set.articles[at]?.class === wanted);
  const rows: Record<'all' | 'shown' | 'bm25', boolean[]>[] = [];
  for (const asked of queries)
    rows.push({
      all: rightsOf(await hitsOf(one, typed(asked.text)), asked),
      shown: rightsOf(await hitsOf(one, typed(asked.text), { mayRelax: true }), asked),
      bm25: rightsOf(byScore(bm25(asked.text)), asked),
    });
  const over = (name: 'all' | 'shown' | 'bm25', of: (rights: readonly boolean[]) => number): number =>
    mean(rows.map(({ [name]: rights }) => of(rights)));
  return {
    all: over('all', precision),
    shown: over('shown', precision),
    bm25: over('bm25', precision),
    shown_ndcg: over('shown', (rights) => ndcg(rights, TOP)),
    bm25_ndcg: over('bm25', (rights) => ndcg(rights, TOP)),
    queries: rows.length,
  };
};

type RelevanceFigures = Record<string, Figures>;

/** Measures class names and pools as queries beside plain BM25. */
export const benchRelevance = async (folder: string): Promise<RelevanceFigures> => {
  const figures: RelevanceFigures = {};
  for (const set of loadSets(folder)) {
    const one = await indexed(set);
    const bm25 = createBm25(set.articles.map(({ title, text }) => `${title} ${text}`));
    const classes = Object.entries(set.pools);
    const pools = classes.flatMap(([wanted, pool]) => pool.map((text) => ({ text, wanted })));
    const names = classes.map(([wanted]) => ({ text: wanted, wanted }));
    figures[`${set.name} pools`] = await compared(one, pools, bm25);
    figures[`${set.name} names`] = await compared(one, names, bm25);
  }
  return figures;
};

/** Prints the figures of all queries. */
export const printRelevance = (figures: RelevanceFigures): void => {
  console.log('\nprecision@10 and nDCG@10: a place that is not filled counts as wrong');
  const line = (name: string, cells: readonly string[]): void =>
    console.log(`${name.padEnd(24)}${cells.map((cell) => cell.padEnd(12)).join('')}`.trimEnd());
  line('', ['queries', ...COLUMNS]);
  for (const [name, row] of Object.entries(figures))
    line(name, [`${row.queries}`, ...COLUMNS.map((column) => row[column].toFixed(3))]);
};

/** Prints the first five titles of 20 Japanese queries, to be read. */
export const printJapanese = async (folder: string): Promise<void> => {
  const set = loadSets(folder).find(({ name }) => name === 'livedoor');
  if (set === undefined) return;
  const one = await indexed(set);
  for (const text of JAPANESE) {
    const hits = await hitsOf(one, `${text} `);
    console.log(`\n${text} (${hits.length})`);
    for (const at of hits.slice(0, 5))
      console.log(`  ${set.articles[at]!.class.padEnd(16)} ${set.articles[at]!.title}`);
  }
};
