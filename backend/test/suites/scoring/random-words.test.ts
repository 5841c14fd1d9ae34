import fc from 'fast-check';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { compare } from '../../../src/model/score/similarity.ts';
import { byMoments } from '../../../src/model/score/usual-cosines.ts';
import { toStored, type StoredVector } from '../../../src/model/score/vector.ts';
import { parseFeed } from '../../../src/parser/parse-feed.ts';
import { plainText } from '../../../src/parser/fields/text.ts';
import { DIMENSION, loadWordTables } from '../../../src/scoring/words/word-tables.ts';
import { createEmbeddedEmbedder } from '../../../src/scoring/embedders/embedded.ts';

const shared = path.join(import.meta.dirname, '../../../../../shared');
const feeds = path.join(shared, 'feeds/real');
const news = path.join(shared, 'relevance/news.jsonl');

const WORDS = 500;
/** The least cosine of the vectors of a word and a relative: another form of it, or a word near in meaning. */
const RELATED = 0.5;

type Item = { title: string; text: string };

const itemsOfFeeds = async (): Promise<Item[]> => {
  const items: Item[] = [];
  for (const name of readdirSync(feeds).filter((file) => file !== 'expected.json')) {
    const feed = await parseFeed(readFileSync(path.join(feeds, name)), null).catch(() => null);
    for (const { title, content, summary } of feed?.items.slice(0, 20) ?? [])
      items.push({ title, text: plainText(content) || (summary ?? '') });
  }
  return items;
};

const tables = loadWordTables();
const usual = byMoments(tables.background());

const vectorOf = (word: string): Float32Array => {
  const vector = new Float32Array(DIMENSION);
  tables.addVector(word, 1, vector);
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
};

/** Checks whether a text has the word, a word that begins like it, or one that is near in meaning. */
const hasRelative = (word: string, text: string): boolean => {
  const own = vectorOf(word);
  const start = word.slice(0, Math.max(4, word.length - 3));
  const words = text.toLowerCase().match(/[a-z]+/gu) ?? [];
  return [...new Set(words)].some(
    (other) =>
      other.startsWith(start) ||
      vectorOf(other).reduce((sum, value, at) => sum + value * (own[at] ?? 0), 0) >= RELATED,
  );
};

const randomWords = (): string[] => {
  const table = path.join(import.meta.dirname, '../../../src/scoring/words/tables/english.txt');
  const words = readFileSync(table, 'latin1')
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')
    .filter((word) => /^[a-z]{3,}$/u.test(word));
  return fc.sample(fc.constantFrom(...words), { seed: 500, numRuns: WORDS });
};

describe.skipIf(!existsSync(feeds) || !existsSync(news))(
  '500 random words over news and feeds (needs ../shared)',
  { tags: ['long'] },
  () => {
    it('at most 1 in 100 is listed for an article that has neither the word nor a relative', async () => {
      const embedder = createEmbeddedEmbedder();
      const embed = async (
        title: string,
        body: string,
        purpose: 'article' | 'keyword',
      ): Promise<StoredVector> => {
        const [result] = await embedder.embed([{ title, body, purpose }]);
        if (!result?.ok) throw new Error('the embedded model never fails');
        return toStored(result.embedding, embedder.model, '');
      };
      const lines = readFileSync(news, 'utf8').split('\n').filter(Boolean);
      const items: Item[] = [...lines.map((line): Item => JSON.parse(line)), ...(await itemsOfFeeds())];
      const compared = [];
      for (const { title, text } of items) compared.push(compare(await embed(title, text, 'article')));
      const wrong: string[] = [];
      let listed = 0;
      const changed: number[] = [];
      for (const word of randomWords()) {
        const vector = await embed(word, '', 'keyword');
        const keyword = { vector, usual: usual(vector) };
        const found = compared.map(({ wanted }) => wanted(keyword));
        const similarities = found.map(({ similarity, is_sure }) => (is_sure ? similarity : 0));
        changed.push(found.filter(({ similarity }) => similarity > 0).length / found.length);
        const best = Math.max(...similarities);
        if (best === 0) continue;
        listed += 1;
        const { title, text } = items[similarities.indexOf(best)]!;
        if (!hasRelative(word, `${title} ${text}`)) wrong.push(`${word}: ${title}`);
      }
      expect(listed).toBeGreaterThan(WORDS / 10);
      expect(wrong.slice(WORDS / 100)).toEqual([]);
      // A new keyword changes the entries of these articles, and no others.
      expect(changed.reduce((sum, share) => sum + share, 0) / changed.length).toBeLessThan(0.13);
    });
  },
);
