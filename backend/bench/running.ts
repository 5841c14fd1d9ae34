import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDataFolder } from '../test/harness/filled-folder.ts';
import { startRunner } from '../test/harness/runner.ts';
import type { Report } from './report.ts';

const ENTRIES = 100_000;
const IDLE_MS = 10_000;

const secondsOf = async <T>(run: () => Promise<T>): Promise<[number, T]> => {
  const start = performance.now();
  const result = await run();
  return [(performance.now() - start) / 1000, result];
};

/** How long the runner takes to its first list with 100,000 entries, also after a kill, and what it holds at rest. */
export const benchRunning = async (report: Report): Promise<void> => {
  const data = await mkdtemp(join(tmpdir(), 'omomi-bench-'));
  await fillDataFolder(data, ENTRIES);
  const start = () => startRunner({ data, allowHosts: '127.0.0.1:1' });
  // The first start of all may build the pages.
  await (await start()).stop();

  const [clean, first] = await secondsOf(start);
  report('start_seconds', clean, `start with ${ENTRIES} entries: ${clean.toFixed(1)} s`);
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const idle = first.memoryMb();
  report('idle_mb', idle, `memory of the runner at rest with them: ${Math.round(idle)} MB`);
  await first.kill();

  const [unclean, second] = await secondsOf(start);
  const [listed] = await secondsOf(() => second.get('/api/feeds'));
  report(
    'start_after_kill_seconds',
    unclean + listed,
    `start after a kill, up to the first list with its counts: ${(unclean + listed).toFixed(1)} s`,
  );
  await second.stop();
  await rm(data, { recursive: true });
};
