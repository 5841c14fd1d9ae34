import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { feedEvents, feedSagas } from './feed-labels.ts';
import { readFeedTexts } from './feed-texts.ts';
import { decideHardPairs } from './hard.ts';
import { foldAll, type BenchText, type Fold } from './fold.ts';
import { events, sagas } from './labels.ts';

/*
 * Measures how news folds into stories: which share of the articles that were folded is with others of its event, and
 * which share of those that tell of an event told before was folded. The weights were fitted on some of `news`. On
 * `feeds`, whose folds were read one by one, nothing was chosen; folds that nobody has read count as wrong. `hard` are pairs of our
 * own, which need no files and on which nothing was chosen either. With `--json` the last line is an object of all figures.
 */

const SHARED = join(import.meta.dirname, '../../../../shared');
const NEWS = join(SHARED, 'relevance/news.jsonl');
const FEEDS = ['real', 'json'].map((name) => join(SHARED, 'feeds', name));

type Labels = { events: readonly (readonly string[])[]; sagas: readonly (readonly string[])[] };
const line = z.object({ title: z.string(), text: z.string() });
const figures: Record<string, number> = {};

const round = (value: number): number => Math.round(value * 1000) / 1000;
/** Tells whether two articles are more than copies, of which many feeds in the folder are: folding those proves little. */
const isNoCopy = ({ text, first }: Fold): boolean => text.title !== first.title || text.text !== first.text;

/** Folds the texts and compares with the labels, from which the articles that `isCounted` leaves out are missing. */
const measure = (
  name: string,
  texts: BenchText[],
  labels: Labels,
  isCounted: (fold: Fold) => boolean = () => true,
): void => {
  const { folds, milliseconds } = foldAll(texts);
  const read = folds.filter(isCounted);
  const share = (lists: readonly (readonly string[])[], { text, first }: Fold): boolean =>
    lists.some((list) => list.includes(text.name) && list.includes(first.name));
  const right = read.filter((fold) => share(labels.events, fold)).length;
  const related = read.filter((fold) => !share(labels.events, fold) && share(labels.sagas, fold)).length;
  const wrong = read.filter((fold) => !share(labels.events, fold) && !share(labels.sagas, fold));
  const precision = (right + related) / read.length;
  Object.assign(figures, {
    [`${name}_folded`]: read.length,
    [`${name}_right`]: round(precision),
    [`${name}_of_event`]: right,
    [`${name}_of_saga`]: related,
  });
  console.log(
    `${name}: ${texts.length} articles, ${read.length} folded, ${(precision * 100).toFixed(1)} % right (${right} of the event, ` +
      `${related} of its saga, ${wrong.length} wrong), ${folds.length - read.length} copies besides, ${milliseconds.toFixed(2)} ms an article`,
  );
  for (const { text, first } of wrong)
    console.log(`  wrong: ${text.name} ${text.title} / ${first.name} ${first.title}`);
};

/** Tells which share of the articles that tell of an event told before was folded. The labels are complete for `news` alone. */
const found = (name: string): void => {
  const told = events.reduce((sum, list) => sum + list.length - 1, 0);
  const share = (figures[`${name}_of_event`] ?? 0) / told;
  figures[`${name}_found`] = round(share);
  console.log(`${name}: ${(share * 100).toFixed(0)} % of ${told} found`);
};

const named = (lists: readonly (readonly number[])[]): string[][] => lists.map((list) => list.map(String));

/** Tells what became of the pairs that are hard to tell apart: events should fold, acts continue, and others stay apart. */
const hard = (): void => {
  const pairs = decideHardPairs();
  const count = (outcome: string, ...kinds: string[]): number =>
    pairs.filter((pair) => pair.outcome === outcome && kinds.includes(pair.kind)).length;
  const of = (kind: string): number => pairs.filter((pair) => pair.kind === kind).length;
  Object.assign(figures, {
    hard_folded: count('folds', 'event', 'act', 'other'),
    hard_wrong: count('folds', 'act', 'other'),
    hard_found: round(count('folds', 'event') / of('event')),
    hard_continued: round(count('continues', 'act') / of('act')),
    hard_continued_wrong: count('continues', 'other'),
  });
  console.log(
    `hard: ${count('folds', 'event')} of ${of('event')} events folded, ${count('folds', 'act', 'other')} of ${of('act') + of('other')} others; ` +
      `${count('continues', 'act')} of ${of('act')} acts continue the one before, ${count('continues', 'other')} of ${of('other')} wrongly`,
  );
  for (const { kind, titles } of pairs.filter(({ kind, outcome }) => outcome === 'folds' && kind !== 'event'))
    console.log(`  wrong: ${kind}: ${titles}`);
};

hard();
if (existsSync(NEWS) && FEEDS.every((folder) => existsSync(folder))) {
  const texts = readFileSync(NEWS, 'utf8')
    .trim()
    .split('\n')
    .map((text, at): BenchText => ({
      ...line.parse(JSON.parse(text)),
      name: String(at),
      feed_id: `feed ${at}`,
      link: null,
      published_at: null,
    }));
  const labels = { events: named(events), sagas: named(sagas) };
  const titles = texts.map((text) => ({ ...text, text: '' }));
  measure('news', texts, labels);
  found('news');
  measure('news_titles_only', titles, labels);
  found('news_titles_only');
  measure('feeds', await readFeedTexts(FEEDS), { events: feedEvents, sagas: feedSagas }, isNoCopy);
} else console.log('../shared is absent: nothing is measured');
if (process.argv.includes('--json')) console.log(JSON.stringify(figures));
