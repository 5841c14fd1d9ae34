import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillDataFolder } from '../../backend/test/harness/filled-folder.ts';
import { startRunner } from '../../backend/test/harness/runner.ts';
import { endChromium } from '../e2e/browser.ts';
import { lighthouse } from './lighthouse.ts';
import { initialScript } from './initial-script.ts';
import { ARTICLES_READ, measureReading, measureScrolling, measureStart, measureSwitching } from './page.ts';

/*
 * The page as its reader meets it: the built page, served by the local runner, in Chromium. `--feeds 50 --entries 2000` makes
 * another reader, `--lighthouse` audits the page too, with the Lighthouse that npm downloads for it; `--json`: the last
 * line is one object of the figures. Build the page first: npm run build --workspace frontend.
 */

const { values: options } = parseArgs({
  options: {
    feeds: { type: 'string', default: '500' },
    entries: { type: 'string', default: '20000' },
    lighthouse: { type: 'boolean' },
    json: { type: 'boolean' },
  },
});
const entries = Number(options.entries);

const data = await mkdtemp(join(tmpdir(), 'omomi-bench-'));
await fillDataFolder(data, entries, { feeds: Number(options.feeds), texts: true });
let runner = await startRunner({ data, allowHosts: '127.0.0.1:1' });
await runner.put('/api/me/preferences', { page_size: 200 });

const figures: Record<string, number> = {};
/** Prints a figure beside what it should be at most, or at least. */
const report = (name: string, value: number, unit: string, goal: string): void => {
  figures[name] = value;
  console.log(
    `${name.padEnd(44)} ${String(Math.round(value * 10) / 10).padStart(9)} ${unit.padEnd(8)} ${goal}`,
  );
};

try {
  console.log(`${options.feeds} feeds, ${entries} entries`);
  const script = await initialScript();
  report('initial JavaScript, gzip', script / 1_000, 'kB', 'at most 200');
  const start = await measureStart(runner.origin);
  report('first paint at 400 kbit/s', start.slow.first_paint_ms, 'ms', 'at most 2000');
  report('list at 400 kbit/s', start.slow.list_ms, 'ms', '');
  report('list without a limit', start.fast.list_ms, 'ms', '');
  report('layout shift of the start', start.fast.layout_shift, '', 'at most 0.01');
  report('layout shift of the start at 400 kbit/s', start.slow.layout_shift, '', 'at most 0.01');
  report('fonts of the start', start.slow.font_bytes / 1_000, 'kB', 'at most 90');
  const reading = await measureReading(runner.origin);
  report('requests for an article that is read', reading.requests, '', 'at most 1');
  report('bytes for an article that is read', reading.bytes / 1_000, 'kB', 'at most 60');
  report('from a key to its frame, 95 % of the keys', reading.reaction_p95_ms, 'ms', 'at most 120');
  report('longest time from a key to its frame', reading.slowest_ms, 'ms', 'at most 200');
  const switching = await measureSwitching(runner.origin);
  report('another list, after its answer (median)', switching, 'ms', 'at most 200');
  const unread = entries - ARTICLES_READ;
  const scrolling = await measureScrolling(runner.origin, unread);
  report('rows that were scrolled through', scrolling.rows, '', `at least ${unread}`);
  report('longest task while scrolling', scrolling.longest_task_ms, 'ms', 'at most 50');
  report('tasks over 50 ms while scrolling', scrolling.long_tasks, '', '0');
  report('heap after scrolling', scrolling.heap_mb, 'MB', 'at most 150');
  if (options.lighthouse === true) {
    // Its rate limits begin anew: scrolling has used up those of this minute.
    await runner.stop();
    runner = await startRunner({ data, allowHosts: '127.0.0.1:1' });
    // The page as a new reader has it: the long pages above are for scrolling alone.
    await runner.put('/api/me/preferences', { page_size: 50 });
    // A server that has just started would take the processor from the first audit to compile its code.
    await measureStart(runner.origin);
    // Lighthouse starts its own browser. Beside it, an open one would take its share of the processor.
    await endChromium();
    const { scores, performance } = await lighthouse(runner.origin);
    console.log(`  performance of each audit: ${performance.join(', ')}`);
    const fast = Number(options.feeds) <= 50 ? 95 : 93;
    for (const [name, score] of Object.entries(scores))
      report(`Lighthouse, ${name} (median)`, score, '', name === 'performance' ? `at least ${fast}` : '100');
  }
  if (options.json === true) console.log(JSON.stringify(figures));
} finally {
  await endChromium();
  await runner.stop();
  await rm(data, { recursive: true });
}
