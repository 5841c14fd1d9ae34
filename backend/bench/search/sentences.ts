import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { digest } from '../../src/lib/digest.ts';
import { parseQuery } from '../../src/search/query/parse-query.ts';
import { search } from '../../src/search/match/search.ts';
import type { SearchRow } from '../../src/search/match/search-input.ts';
import { decodePart, encodePart, type Part } from '../../src/search/segment/part.ts';
import { denseValues } from '../../src/model/score/vector.ts';
import { sketchOf } from '../../src/search/segment/sketch.ts';
import { createBm25 } from '../relevance/bm25.ts';
import { articleRequest, embedAll } from '../relevance/rankings.ts';
import { loadSets } from '../relevance/sets.ts';
import { realItems, type Item } from './corpus.ts';
import { meaningOf } from './meaning-of.ts';
import { byScore, ndcg, precision, TOP } from './places.ts';

const NOW = new Date('2026-11-22T00:00:00.000Z');
const PART = 1000;

/** Sentences, each with the articles that were read for it: those that answer it, and the others. */
const judgements = z.array(
  z.object({ sentence: z.string(), right: z.array(z.string()), wrong: z.array(z.string()) }),
);

/** Returns the name of an article in the judgements: the beginning of its title, or a digest of its text. */
const keyOf = ({ title, body }: Item): string =>
  title.trim() === '' ? `#${digest(12, body)}` : title.trim().slice(0, 70);

type Collection = {
  items: Item[];
  rows: SearchRow[];
  parts: Part[];
  feeds: Map<string, { title: string; folder: null }>;
};

/** Returns the articles of one reader: all real feeds, the English news and the Japanese ones, each text once. */
const collected = async (shared: string): Promise<Collection> => {
  const news = loadSets(join(shared, 'relevance')).find(({ name }) => name === 'news')?.articles ?? [];
  const all = [
    ...(await realItems(shared)),
    ...news.map(({ title, text }): Item => ({
      feed: 'News',
      title,
      body: text,
      author: null,
      categories: [],
    })),
  ];
  const items = [...new Map(all.map((item) => [`${item.title} ${item.body.slice(0, 200)}`, item])).values()];
  const texts = items.map((item, at) => ({ ...item, article_id: `${at}`, version: '' }));
  const sketches = await sketchesOf(items);
  const parts: Part[] = [];
  for (let at = 0; at < texts.length; at += PART)
    parts.push(decodePart(await encodePart(texts.slice(at, at + PART), sketches)));
  return {
    items,
    rows: items.map(({ feed, title, body }, at) => rowOf(`${at}`, feed, title, body)),
    parts,
    feeds: new Map(items.map(({ feed }) => [feed, { title: feed, folder: null }])),
  };
};

const sketchesOf = async (items: readonly Item[]): Promise<ReadonlyMap<string, Uint8Array>> => {
  const vectors = await embedAll(items.map(({ title, body }) => articleRequest(title, body)));
  return new Map(
    vectors.flatMap((vector, at) =>
      vector.scale > 0 ? [[`${at}`, sketchOf(denseValues(vector))] as const] : [],
    ),
  );
};

const rowOf = (article_id: string, feed_id: string, title: string, body: string): SearchRow => ({
  article_id,
  feed_id,
  title,
  excerpt: body.slice(0, 200),
  importance: null,
  is_read: false,
  is_saved: false,
  tags: [],
  published_at: '2026-01-01T00:00:00.000Z',
});

const hitsOf = async ({ rows, parts, feeds }: Collection, sentence: string): Promise<number[]> => {
  const query = parseQuery(`${sentence} `);
  const { hits } = search({
    query,
    rows,
    parts,
    feeds,
    likes: new Map(),
    meaning: await meaningOf(query),
    order: 'relevance',
    now: NOW,
    timeZone: 'UTC',
    mayRelax: true,
  });
  return hits.map(({ article_id: id }) => Number(id));
};

/** precision@10 and nDCG@10 of what a search shows and of plain BM25. */
type Judged = Record<'ours' | 'bm25', { precision: number; ndcg: number }>;

type SentenceFigures = { sentence: string; figures: Judged; unread: string[] }[];

/** Measures how the sentences are answered. `unread` names the articles among the first ten that were not judged, and count as wrong. */
export const benchSentences = async (shared: string): Promise<SentenceFigures> => {
  const file = join(import.meta.dirname, 'sentences.json');
  const sentences = judgements.parse(JSON.parse(readFileSync(file, 'utf8')));
  const collection = await collected(shared);
  const bm25 = createBm25(collection.items.map(({ title, body }) => `${title} ${body}`));
  const keys = collection.items.map(keyOf);
  const answered: SentenceFigures = [];
  for (const { sentence, right, wrong } of sentences) {
    const [isRight, isRead] = [new Set(right), new Set([...right, ...wrong])];
    const unread = new Set<string>();
    const judged = (hits: readonly number[]): Judged['ours'] => {
      const first = hits.slice(0, TOP).map((at) => keys[at] ?? '');
      for (const key of first) if (!isRead.has(key)) unread.add(key);
      const rights = first.map((key) => isRight.has(key));
      return { precision: precision(rights), ndcg: ndcg(rights, right.length) };
    };
    const figures = {
      ours: judged(await hitsOf(collection, sentence)),
      bm25: judged(byScore(bm25(sentence))),
    };
    answered.push({ sentence, figures, unread: [...unread] });
  }
  return answered;
};

const HIRAGANA = /\p{Script=Hiragana}/u;

/** Prints precision@10 and nDCG@10 of each sentence, and their means by language. */
export const printSentences = (all: SentenceFigures): void => {
  const line = ({ ours, bm25 }: Judged, name: string): void =>
    console.log(
      [ours.precision, bm25.precision, ours.ndcg, bm25.ndcg].map((value) => value.toFixed(3)).join('  '),
      name,
    );
  console.log('precision@10 of ours and of BM25, nDCG@10 of ours and of BM25');
  for (const { sentence, figures, unread } of all) {
    line(figures, sentence);
    for (const key of unread) console.log(`  not judged: ${key}`);
  }
  for (const [name, isJapanese] of [
    ['all English sentences', false],
    ['all Japanese sentences', true],
  ] as const) {
    const some = all.filter(({ sentence }) => HIRAGANA.test(sentence) === isJapanese);
    const mean = (of: (figures: Judged) => number): number =>
      some.reduce((sum, { figures }) => sum + of(figures), 0) / some.length;
    line(
      {
        ours: { precision: mean(({ ours }) => ours.precision), ndcg: mean(({ ours }) => ours.ndcg) },
        bm25: { precision: mean(({ bm25: of }) => of.precision), ndcg: mean(({ bm25: of }) => of.ndcg) },
      },
      name,
    );
  }
};
