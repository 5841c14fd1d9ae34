// Measures how well the article of a page is found, beside Mozilla's Readability alone in the same run.
//   node backend/bench/pages.ts [--dir <folder>] [--json] [--worst <number>]
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { linesOf } from '../src/parser/article/lines.ts';
import { readArticle } from '../src/parser/article/read-article.ts';
import { decodePage } from '../src/parser/encoding/decode.ts';
import { readPage } from '../src/parser/facts/read-page.ts';
import { parsePage } from '../src/parser/html/page-tree.ts';
import { readPageFolder } from './page-folder.ts';
import { countSegments, segmentScore, type PageTruth } from './segments.ts';
import { f1Of, pageScore, type PageScore } from './shingles.ts';

/*
 * The folder has `ground-truth.json` and `html/<id>.html.gz`. By id it says the page's `url` and its `articleBody`, as
 * scrapinghub's article-extraction-benchmark, or instead of the latter lists of segments `with` and `without`, as the
 * evaluation of trafilatura, where only segments can be counted. With `--json` the last line is one object of the figures.
 */

const { values: options } = parseArgs({
  options: {
    dir: { type: 'string', default: join(import.meta.dirname, '../../../shared/pages') },
    json: { type: 'boolean', default: false },
    worst: { type: 'string', default: '10' },
  },
});
const folder = resolve(options.dir);
const pages = readPageFolder<PageTruth>(folder);
type Page = (typeof pages)[number];

const round = (value: number, digits = 4): number => Number(value.toFixed(digits));
const megabytes = (bytes: number): number => round(bytes / 1e6, 1);

/** Milliseconds that the processor has worked for this process, which depend little on what else the machine does. */
const worked = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Runs an extractor on all pages. The times are those of a second round, when the code is compiled. */
const measure = (extract: (page: Page) => string) => {
  const texts = pages.map(extract);
  const times = pages.map((page) => {
    const start = worked();
    extract(page);
    return worked() - start;
  });
  const scores = pages.flatMap(({ url, known }, index) =>
    'articleBody' in known ? [{ url, ...pageScore(known.articleBody, texts[index] ?? '') }] : [],
  );
  return {
    scores,
    ...f1Of(scores),
    segments: segmentScore(pages.map(({ known }, index) => countSegments(known, texts[index] ?? ''))),
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

const rounded = ({ f1, precision, recall }: { f1: number; precision: number; recall: number }) => ({
  f1: round(f1),
  precision: round(precision),
  recall: round(recall),
});
const figuresOf = ({ segments, ms_per_page, slowest_ms, ...all }: ReturnType<typeof measure>) => ({
  ...(all.scores.length === 0 ? {} : rounded(all)),
  segments: rounded(segments),
  ms_per_page,
  slowest_ms,
});

const half = (scores: PageScore[], which: number): number =>
  round(f1Of(scores.filter((_, index) => index % 2 === which)).f1);

const ours = measure(({ body, url }) => readArticle(body, null, url).text);
const peak = process.resourceUsage().maxRSS * 1024;
const readability = measure(readabilityAlone);
const factsStart = worked();
for (const { body, url } of pages) readPage(body, null, url);
const factsMs = round((worked() - factsStart) / pages.length, 1);

const results = { omomi: ours, 'readability alone': readability };
console.log(
  `${pages.length} pages of ${folder}, ${megabytes(pages.reduce((sum, { body }) => sum + body.length, 0))} MB`,
);
const shown = ({ f1, precision, recall }: { f1: number; precision: number; recall: number }): string =>
  `F1 ${f1.toFixed(3)}  precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}`;
for (const [name, result] of Object.entries(results)) {
  const { scores, segments, ms_per_page, slowest_ms } = result;
  const halves = `halves ${half(scores, 0).toFixed(3)} ${half(scores, 1).toFixed(3)}`;
  console.log(
    [
      `  ${name.padEnd(18)}`,
      ...(scores.length === 0 ? [] : [shown(result), halves]),
      `segments: ${shown(segments)}`,
      `${ms_per_page} ms of the processor a page, slowest ${slowest_ms} ms`,
    ].join('  '),
  );
}
console.log(`  facts and links    ${factsMs} ms a page`);
console.log(`  peak memory of this process after ours: ${megabytes(peak)} MB, pages included`);
const worst = ours.scores
  .toSorted((a, b) => Math.min(a.precision, a.recall) - Math.min(b.precision, b.recall))
  .slice(0, Number(options.worst));
for (const { precision, recall, url } of worst)
  console.log(`  precision ${precision.toFixed(3)} recall ${recall.toFixed(3)}  ${url}`);
if (options.json)
  console.log(
    JSON.stringify({
      pages: pages.length,
      ...figuresOf(ours),
      ...(ours.scores.length === 0 ? {} : { f1_halves: [half(ours.scores, 0), half(ours.scores, 1)] }),
      readability: figuresOf(readability),
      facts_ms_per_page: factsMs,
      peak_mb: megabytes(peak),
    }),
  );
