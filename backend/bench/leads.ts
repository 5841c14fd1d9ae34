// Measures the two sentences that stand for an article in a morning mail, beside other choices of two in the same run.
//   node backend/bench/leads.ts [--dir <folder>] [--json] [--show <number>]
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { boundariesIn } from '../src/lib/sentences.ts';
import { leadOf } from '../src/morning/morning-mail.ts';
import { readArticle } from '../src/parser/article/read-article.ts';
import { readPage } from '../src/parser/facts/read-page.ts';
import { plainText } from '../src/parser/fields/text.ts';
import { readPageFolder } from './page-folder.ts';

/*
 * The folder has `ground-truth.json` with each page's `url`, and `html/<id>.html.gz`. What a page says of itself
 * (`meta_description`) is taken for a good summary of it. Half of the publishers copy it from the beginning of the text, so pages
 * that put it into words of their own are counted apart.
 */

const { values: options } = parseArgs({
  options: {
    dir: { type: 'string', default: join(import.meta.dirname, '../../../shared/pages') },
    json: { type: 'boolean', default: false },
    show: { type: 'string', default: '0' },
  },
});
const folder = resolve(options.dir);

const SHORTEST_SUMMARY = 60;
const SHORTEST_TEXT = 800;
/** The words that a copied summary shares with the text in one row. */
const COPIED = 12;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const articles = readPageFolder<{ url: string }>(folder).flatMap(({ body, url }) => {
  const { content_html: html, title } = readArticle(body, null, url);
  const summary = readPage(body, null, url).meta_description ?? '';
  const text = plainText(html).replaceAll(/\s+/g, ' ').trim();
  if (summary.length < SHORTEST_SUMMARY || text.length < SHORTEST_TEXT) return [];
  const isCopied = wordsOf(text).join(' ').includes(wordsOf(summary).slice(0, COPIED).join(' '));
  return [{ html, title: title ?? '', text, summary, isCopied }];
});
type Article = (typeof articles)[number];

const found = new Map<string, number>();
for (const { text } of articles)
  for (const word of new Set(wordsOf(text))) found.set(word, (found.get(word) ?? 0) + 1);

type Vector = ReadonlyMap<string, number>;
/** Weighs words by how often they stand in a text and in how few articles. */
const vectorOf = (text: string): Vector => {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const rarity = (word: string): number => Math.log((articles.length + 1) / ((found.get(word) ?? 0) + 0.5));
  return new Map(Array.from(counts, ([word, count]) => [word, (1 + Math.log(count)) * rarity(word)]));
};
const lengthOf = (a: Vector): number => Math.hypot(...a.values()) || 1;
const cosine = (a: Vector, b: Vector): number => {
  let sum = 0;
  for (const [word, weight] of a) sum += weight * (b.get(word) ?? 0);
  return sum / lengthOf(a) / lengthOf(b);
};

const sentencesIn = (text: string): string[] => {
  const ends = boundariesIn(text);
  return ends.slice(0, -1).map((start, at) => text.slice(start, ends[at + 1]));
};

/** Returns the two sentences nearest to the whole text, to the title and to its beginning by these weights, without twins. */
const central =
  (ofTitle: number, ofPlace: number) =>
  ({ text, title }: Article): string => {
    const [whole, head] = [vectorOf(text), vectorOf(title)];
    const scored = sentencesIn(text).map((sentence, at) => {
      const vector = vectorOf(sentence);
      const worth = cosine(vector, whole) + ofTitle * cosine(vector, head) + ofPlace / (1 + at);
      return { sentence, at, vector, worth };
    });
    const first = scored.reduce((best, one) => (one.worth > best.worth ? one : best));
    const others = scored.filter(({ at }) => at !== first.at);
    const worthBeside = ({ worth, vector }: (typeof scored)[number]) =>
      worth - cosine(vector, first.vector) / 2;
    const second = others.toSorted((a, b) => worthBeside(b) - worthBeside(a)).slice(0, 1);
    return [first, ...second]
      .toSorted((a, b) => a.at - b.at)
      .map(({ sentence }) => sentence)
      .join('');
  };

/** Returns ROUGE-n: the harmonic mean of the shares of runs of n words that the two texts have in common. */
const rouge = (predicted: string, expected: string, n: number): number => {
  const runsOf = (text: string): string[] =>
    wordsOf(text)
      .map((_, at, words) => words.slice(at, at + n).join(' '))
      .slice(0, 1 - n || undefined);
  const left = runsOf(expected);
  const size = left.length;
  const runs = runsOf(predicted);
  let common = 0;
  for (const run of runs) {
    const at = left.indexOf(run);
    if (at < 0) continue;
    left.splice(at, 1);
    common += 1;
  }
  return common === 0 ? 0 : (2 * common) / (runs.length + size);
};

const choices: Record<string, (article: Article) => string> = {
  'first two of the prose': ({ html }) => leadOf(html),
  'first two of the text': ({ text }) => sentencesIn(text).slice(0, 2).join(''),
  'nearest to the text': central(0, 0),
  'and to the title': central(0.5, 0),
  'and to the beginning': central(0.5, 0.3),
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const own = articles.filter(({ isCopied }) => !isCopied);
console.log(`${articles.length} articles of ${folder}, ${own.length} with a summary in words of its own`);
console.log(`  ${''.padEnd(24)}  ROUGE-1  ROUGE-2  in own words`);
const figures = Object.entries(choices).map(([name, choose]) => {
  const score = (some: readonly Article[], n: number): number =>
    Number(mean(some.map((article) => rouge(choose(article), article.summary, n))).toFixed(3));
  const row = {
    name,
    rouge1: score(articles, 1),
    rouge2: score(articles, 2),
    own1: score(own, 1),
    own2: score(own, 2),
  };
  const shown = [row.rouge1, row.rouge2, row.own1, row.own2].map((value) => value.toFixed(3).padEnd(7));
  console.log(`  ${name.padEnd(24)}  ${shown.join('  ')}`);
  return row;
});
for (const { html } of articles.slice(0, Number(options.show))) console.log(`  - ${leadOf(html)}`);
if (options.json)
  console.log(JSON.stringify({ articles: articles.length, own: own.length, choices: figures }));
