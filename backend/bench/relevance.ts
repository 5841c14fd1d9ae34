/**
 * Measures how well labelled articles are ranked: `npm run bench:relevance -- [--dir <folder>] [--json]`.
 * The folder has `news.jsonl` (class, title, text) and `keywords.json` (class to keywords). Three rankings of the same articles by
 * the same keywords are compared: ours, the plain sum of the cosines of the same vectors, and BM25. BM25 uses stemming
 * and the document frequencies of the whole set, which a feed reader does not have because it scores articles as they
 * arrive.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Calibration, calibrate } from '../src/model/score/calibration.ts';
import type { EmbedRequest } from '../src/model/score/embedder.ts';
import { createLexicalEmbedder } from '../src/scoring/embedders/lexical.ts';
import { referenceRequests } from '../src/model/score/reference-texts.ts';
import { contributionOf, scoreArticle } from '../src/model/score/score.ts';
import { cosine, textHash, toStored } from '../src/model/score/vector-codec.ts';
import type { StoredVector } from '../src/model/score/vector.ts';
import { createBm25 } from './bm25.ts';
import { auc, ndcg, precision } from '../test/harness/ranking.ts';

const DEPTH = 20;
const STRONG = 2;
const WEAK = 0.2;

const { values: options } = parseArgs({
  options: {
    dir: { type: 'string', default: path.join(import.meta.dirname, '../../../shared/relevance') },
    json: { type: 'boolean', default: false },
  },
});

const read = (name: string) => readFileSync(path.join(options.dir, name), 'utf8');
const articleLine = z.object({ class: z.string(), title: z.string(), text: z.string() });
const articles = read('news.jsonl')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => articleLine.parse(JSON.parse(line)));
const keywordsOf = z.record(z.string(), z.array(z.string()).min(1)).parse(JSON.parse(read('keywords.json')));
const classes = Object.keys(keywordsOf);
const withoutArticles = classes.filter((name) => !articles.some((article) => article.class === name));
if (withoutArticles.length > 0) {
  throw new Error(`${options.dir}: no article of class ${withoutArticles.join(', ')}`);
}
const keywords = classes.flatMap((name) => (keywordsOf[name] ?? []).map((text) => ({ name, text })));

const embedder = createLexicalEmbedder();
const embed = async (requests: EmbedRequest[]): Promise<StoredVector[]> =>
  (await embedder.embed(requests)).map((result, at) => {
    if (!result.ok) throw result.error;
    return toStored(result.embedding, embedder.model, textHash(requests[at]!));
  });

const articleVectors = await embed(
  articles.map(({ title, text }) => ({ title, body: text, purpose: 'article' })),
);
const keywordVectors = await embed(
  keywords.map(({ text }) => ({ title: text, body: '', purpose: 'keyword' })),
);
const references = await embed(referenceRequests);
const calibrations: Calibration[] = keywordVectors.map((vector) => calibrate(vector, references));
const bm25 = createBm25(articles.map(({ title, text }) => `${title} ${text}`));

/** Returns contributions[keyword][article] for one weight per keyword. A ranking adds them up for each article. */
type Contributions = (weights: number[]) => number[][];

const ours: Contributions = (weights) => {
  const active = keywordVectors.map((vector, at) => ({
    keyword_id: at.toString(16).padStart(12, '0'),
    weight: weights[at] ?? 0,
    vector,
    calibration: calibrations[at]!,
  }));
  const scored = articleVectors.map((vector) => scoreArticle(vector, active).reasons.map(contributionOf));
  return active.map((_, at) => scored.map((row) => row[at] ?? 0));
};
const plainSum: Contributions = (weights) =>
  keywordVectors.map((keyword, at) =>
    articleVectors.map((vector) => (weights[at] ?? 0) * cosine(vector, keyword)),
  );
const bm25Sum: Contributions = (weights) =>
  keywords.map(({ text }, at) => bm25(text).map((score) => (weights[at] ?? 0) * score));

const sumOver = (contributions: number[][]) =>
  articles.map((_, article) => contributions.reduce((sum, row) => sum + (row[article] ?? 0), 0));

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const measure = (contributions: Contributions) => {
  const perClass = classes.map((name) => {
    const relevant = articles.map((article) => article.class === name);
    const own = sumOver(contributions(keywords.map((keyword) => (keyword.name === name ? 1 : 0))));
    const noisy = sumOver(contributions(keywords.map((keyword) => (keyword.name === name ? STRONG : WEAK))));
    return {
      ndcg20: ndcg(own, relevant, DEPTH),
      p20: precision(own, relevant, DEPTH),
      auc: auc(own, relevant),
      noisy_ndcg20: ndcg(noisy, relevant, DEPTH),
      noisy_p20: precision(noisy, relevant, DEPTH),
      noisy_auc: auc(noisy, relevant),
    };
  });
  // Give every keyword the weight 1 and measure which share of an article's sum comes from keywords of other classes.
  const all = contributions(keywords.map(() => 1));
  const unrelated = articles.flatMap((article, at) => {
    const given = all.map((row, keyword) => ({
      value: Math.max(0, row[at] ?? 0),
      name: keywords[keyword]!.name,
    }));
    const total = given.reduce((sum, { value }) => sum + value, 0);
    const foreign = given.reduce((sum, { value, name }) => (name === article.class ? sum : sum + value), 0);
    return total > 0
      ? [
          {
            share: foreign / total,
            each: foreign / (keywords.length - (keywordsOf[article.class]?.length ?? 0)),
          },
        ]
      : [];
  });
  return {
    perClass,
    unrelated_share: mean(unrelated.map(({ share }) => share)),
    unrelated_contribution: mean(unrelated.map(({ each }) => each)),
  };
};

const results = { ours: measure(ours), plain_sum: measure(plainSum), bm25: measure(bm25Sum) };
const figures = ['ndcg20', 'p20', 'auc', 'noisy_ndcg20', 'noisy_p20', 'noisy_auc'] as const;
const summarised = ['ndcg20', 'p20', 'auc', 'noisy_ndcg20', 'noisy_auc'] as const;
const round = (value: number) => Number(value.toFixed(4));

console.log(
  `${articles.length} articles, ${classes.length} classes, ${keywords.length} keywords, ${embedder.model}`,
);
for (const [ranking, { perClass, ...unrelated }] of Object.entries(results)) {
  console.log(`\n${ranking.padEnd(24)} ${figures.map((figure) => figure.padStart(14)).join('')}`);
  perClass.forEach((row, at) => {
    console.log(
      `  ${classes[at]!.padEnd(22)} ${figures.map((figure) => row[figure].toFixed(3).padStart(14)).join('')}`,
    );
  });
  const means = figures.map((figure) =>
    mean(perClass.map((row) => row[figure]))
      .toFixed(3)
      .padStart(14),
  );
  console.log(`  ${'mean'.padEnd(22)} ${means.join('')}`);
  console.log(
    `  unrelated keywords: ${(unrelated.unrelated_share * 100).toFixed(1)} % of an article's sum, ${unrelated.unrelated_contribution.toFixed(3)} each`,
  );
}

if (options.json) {
  const summary = Object.entries(results).map(([ranking, { perClass, unrelated_share }]) => [
    ranking,
    {
      ...Object.fromEntries(
        summarised.map((figure) => [figure, round(mean(perClass.map((row) => row[figure])))]),
      ),
      unrelated_share: round(unrelated_share),
    },
  ]);
  console.log(JSON.stringify(Object.fromEntries(summary)));
}
