/**
 * Measures search: `npm run bench:search -- [--entries <count>] [--relevance] [--sentences] [--whole] [--json]`. With `--whole` it measures
 * requests the whole way over the stores of the local runner; with `--sentences` how well sentences are answered, by what was read and
 * judged for them. Without any of these it measures the scan of
 * articles made of ../shared/feeds and ../shared/relevance, in this process; with it, how well labelled articles of ../shared/relevance are
 * ranked, and how many of those near to others are of the same class, by threshold. With `--json` the last line is one JSON object of all figures.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadSets } from '../relevance/sets.ts';
import { makeCorpus } from './corpus.ts';
import { measureNearness, printNearness } from './nearness.ts';
import { benchRelevance, printJapanese, printRelevance } from './relevance.ts';
import { benchScan } from './scan.ts';
import { benchSentences, printSentences } from './sentences.ts';
import { benchWholeWay } from './whole-way.ts';

const shared = join(import.meta.dirname, '../../../../shared');
const { values: options } = parseArgs({
  options: {
    entries: { type: 'string', default: '20000' },
    relevance: { type: 'boolean', default: false },
    sentences: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const round = (value: number): number => Math.round(value * 1000) / 1000;

const run = async (): Promise<object> => {
  if (options.relevance) {
    const folder = join(shared, 'relevance');
    await printJapanese(folder);
    const relevance = await benchRelevance(folder);
    printRelevance(relevance);
    const near: Record<string, Awaited<ReturnType<typeof measureNearness>>> = {};
    for (const set of loadSets(folder)) near[set.name] = await measureNearness(set);
    printNearness(near);
    return { relevance, near };
  }
  if (options.sentences) {
    const sentences = await benchSentences(shared);
    printSentences(sentences);
    return { sentences };
  }
  if (options.whole) {
    const figures = await benchWholeWay(await makeCorpus(shared, Number(options.entries)));
    for (const [name, value] of Object.entries(figures)) console.log(name.padEnd(22), round(value));
    return {
      whole: Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)])),
    };
  }
  const figures = await benchScan(await makeCorpus(shared, Number(options.entries)));
  for (const [name, value] of Object.entries(figures)) console.log(name.padEnd(22), round(value));
  return { scan: Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)])) };
};

if (!existsSync(join(shared, 'feeds/real'))) {
  console.log('bench:search is skipped: ../shared is absent');
  if (options.json) console.log('{}');
} else {
  const figures = await run();
  if (options.json) console.log(JSON.stringify(figures));
}
process.exit();
