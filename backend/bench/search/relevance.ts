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
  return { set, part: await decodePart(await encodePart(texts, sketches)) };
};

const hitsOf = (
  { set, part }: Indexed,
  text: string,
  likeSketches = new Map<string, Uint8Array>(),
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
    likeSketches,
    order: 'relevance',
    now: NOW,
    timeZone: 'UTC',
  });
  return hits.map(({ article_id: id }) => Number(id));
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Returns the share of the first ten hits that are of the class; of all hits, if there are fewer. */
const precision = (set: RelevanceSet, hits: readonly number[], wanted: string): number =>
  mean(hits.slice(0, TOP).map((at) => (set.articles[at]?.class === wanted ? 1 : 0)));

/** Returns precision@10 of texts as queries, of those that both rankings find something for. */
const compared = (
  one: Indexed,
  queries: readonly { text: string; wanted: string }[],
  bm25: (text: string) => number[],
) => {
  const rows = queries.map(({ text, wanted }) => {
    const scores = bm25(text);
    const plain = [...scores.keys()].filter((at) => scores[at]! > 0).sort((a, b) => scores[b]! - scores[a]!);
    return { wanted, all: hitsOf(one, allOf(text)), any: hitsOf(one, anyOf(text)), plain };
  });
  const both = rows.filter(({ all, plain }) => all.length > 0 && plain.length > 0);
  const of = (which: 'all' | 'any' | 'plain'): number =>
    mean(both.map((row) => precision(one.set, row[which], row.wanted)));
  return {
    all: of('all'),
    any: of('any'),
    bm25: of('plain'),
    queries: both.length,
    empty: rows.length - both.length,
  };
};

/** Measures precision@10 of class names and pools as queries beside plain BM25, and of `like:` every fifth article. */
export const benchRelevance = async (folder: string): Promise<Record<string, Record<string, number>>> => {
  const figures: Record<string, Record<string, number>> = {};
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
    const near = set.articles.flatMap((article, at) => {
      const sketch = one.part.sketches[at] ?? null;
      if (at % 5 !== 0 || sketch === null) return [];
      const hits = hitsOf(one, 'like:"x"', new Map([['x', sketch]])).filter((hit) => hit !== at);
      return [{ count: hits.length, share: precision(set, hits, article.class) }];
    });
    const some = near.filter(({ count }) => count > 0);
    figures[set.name] = {
      ...Object.fromEntries(Object.entries(pools).map(([name, value]) => [`pools_${name}`, value])),
      ...Object.fromEntries(Object.entries(names).map(([name, value]) => [`names_${name}`, value])),
      like: mean(some.map(({ share }) => share)),
      like_found: some.length / near.length,
      like_hits: mean(some.map(({ count }) => count)),
    };
  }
  return figures;
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
