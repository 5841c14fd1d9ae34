// Measures how well the article of a page is found, beside Mozilla's Readability alone in the same run.
//   node backend/bench/pages.ts [--dir <folder>] [--json] [--worst <number>]
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { linesOf } from '../src/parser/article/lines.ts';
import { readArticle } from '../src/parser/article/read-article.ts';
import { decodePage } from '../src/parser/encoding/decode-page.ts';
import { readPage } from '../src/parser/facts/read-page.ts';
import { parsePage } from '../src/parser/html/page-tree.ts';
import { f1Of, pageScore, type PageScore } from './shingles.ts';

/*
 * The folder has `ground-truth.json` (by id: `url` and `articleBody`) and `html/<id>.html.gz`, as scrapinghub's
 * article-extraction-benchmark. With `--json` the last line is one object of the figures.
 */

const { values: options } = parseArgs({
  options: {
    dir: { type: 'string', default: join(import.meta.dirname, '../../../shared/pages') },
    json: { type: 'boolean', default: false },
    worst: { type: 'string', default: '10' },
  },
});
const folder = resolve(options.dir);
const truthFile = join(folder, 'ground-truth.json');
if (!existsSync(truthFile)) {
  console.error(
    `${truthFile} is missing: the benchmark needs a folder with ground-truth.json and html/<id>.html.gz, by default ../shared/pages; --dir names another.`,
  );
  process.exit(1);
}
const truth = JSON.parse(readFileSync(truthFile, 'utf8')) as Record<
  string,
  { url: string; articleBody: string }
>;
const pages = Object.entries(truth).map(([id, { url, articleBody }]) => ({
  id,
  url,
  articleBody,
  body: gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))),
}));
type Page = (typeof pages)[number];

const round = (value: number, digits = 4): number => Number(value.toFixed(digits));
const megabytes = (bytes: number): number => round(bytes / 1e6, 1);

/** Runs an extractor on all pages. The times are those of a second round, when the code is compiled. */
const measure = (extract: (page: Page) => string) => {
  const texts = pages.map(extract);
  const times = pages.map((page) => {
    const start = performance.now();
    extract(page);
    return performance.now() - start;
  });
  const scores = pages.map((page, index) => pageScore(page.articleBody, texts[index] ?? ''));
  return {
    scores,
    ...f1Of(scores),
    ms_per_page: round(times.reduce((sum, ms) => sum + ms, 0) / pages.length, 1),
    slowest_ms: round(Math.max(...times), 1),
  };
};

/** Returns Readability's text, with one line for each block. */
const readabilityAlone = ({ body }: Page): string => {
  const { document } = parseHTML(decodePage(body, null));
  const lines = linesOf(parsePage(new Readability(document).parse()?.content ?? ''));
  return lines.map(({ text }) => text).join('\n');
};

const figuresOf = ({ f1, precision, recall, ms_per_page, slowest_ms }: ReturnType<typeof measure>) => ({
  f1: round(f1),
  precision: round(precision),
  recall: round(recall),
  ms_per_page,
  slowest_ms,
});

const half = (scores: PageScore[], which: number): number =>
  round(f1Of(scores.filter((_, index) => index % 2 === which)).f1);

const ours = measure(({ body, url }) => readArticle(body, null, url).text);
const peak = process.resourceUsage().maxRSS * 1024;
const readability = measure(readabilityAlone);
const factsStart = performance.now();
for (const { body, url } of pages) readPage(body, null, url);
const factsMs = round((performance.now() - factsStart) / pages.length, 1);

const results = { omomi: ours, 'readability alone': readability };
console.log(
  `${pages.length} pages of ${folder}, ${megabytes(pages.reduce((sum, { body }) => sum + body.length, 0))} MB`,
);
for (const [name, { f1, precision, recall, ms_per_page, slowest_ms, scores }] of Object.entries(results))
  console.log(
    `  ${name.padEnd(18)} F1 ${f1.toFixed(3)}  precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  ` +
      `halves ${half(scores, 0).toFixed(3)} ${half(scores, 1).toFixed(3)}  ${ms_per_page} ms a page, slowest ${slowest_ms} ms`,
  );
console.log(`  facts and links    ${factsMs} ms a page`);
console.log(`  peak memory of this process after ours: ${megabytes(peak)} MB, pages included`);
const worst = pages
  .map((page, index) => ({ page, score: ours.scores[index] ?? { precision: 0, recall: 0 } }))
  .toSorted(
    (a, b) => Math.min(a.score.precision, a.score.recall) - Math.min(b.score.precision, b.score.recall),
  )
  .slice(0, Number(options.worst));
for (const { page, score } of worst)
  console.log(`  precision ${score.precision.toFixed(3)} recall ${score.recall.toFixed(3)}  ${page.url}`);
if (options.json)
  console.log(
    JSON.stringify({
      pages: pages.length,
      ...figuresOf(ours),
      f1_halves: [half(ours.scores, 0), half(ours.scores, 1)],
      readability: figuresOf(readability),
      facts_ms_per_page: factsMs,
      peak_mb: megabytes(peak),
    }),
  );
