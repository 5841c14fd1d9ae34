import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pMap from 'p-map';
import type { Feed, Job, Page } from '../src/contract/index.ts';
import type { FeedServer } from '../test/harness/servers/feed-server.ts';
import { startRunner } from '../test/harness/runner.ts';
import type { Report } from './report.ts';

/** Clock ticks a second in /proc, the same on every Linux. */
const TICKS = 100;

const secondsOf = async (run: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
};

/** The processor time, user and system, that a process or one of its threads used so far, in seconds; 0 off Linux. */
const processorSeconds = async (path: string): Promise<number> => {
  const stat = await readFile(`/proc/${path}/stat`, 'utf8').catch(() => '');
  // The name, in parentheses, may have spaces; utime and stime are the 12th and 13th field behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS;
};

/**
 * Waits until all that arrived is stored: what older items bring is read already, so no count tells. What still waits to be fetched
 * are questions for older pages, one a second, which bring nothing here.
 */
const allIsStored = async ({ origin }: { origin: string }): Promise<void> => {
  for (;;) {
    const metrics = await (await fetch(new URL('/metrics', origin))).text();
    const waiting = [
      ...metrics.matchAll(/^omomi_queue_messages\{queue="(?<queue>\w+)".*\} (?<count>\d+)$/gm),
    ];
    if (
      waiting.length > 0 &&
      waiting.every(({ groups }) => groups?.['queue'] === 'fetch' || groups?.['count'] === '0')
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
};

const countArticles = async (runner: Awaited<ReturnType<typeof startRunner>>): Promise<number> => {
  let count = 0;
  let cursor: string | null = '';
  while (cursor !== null) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/api/articles?sort=published_at&filter=all&limit=200${after}`;
    const page: Page<unknown> = await runner.get<Page<unknown>>(path);
    count += page.items.length;
    cursor = page.next_cursor;
  }
  return count;
};

/**
 * Adds every document as a feed through the API of a fresh local runner and waits until everything is scored and
 * stored. Processor time tells more than the clock on a machine that does other things too.
 */
export const benchFirstLoad = async (
  server: FeedServer,
  paths: string[],
  name: string,
  report: Report,
): Promise<void> => {
  const data = await mkdtemp(join(tmpdir(), 'omomi-bench-'));
  const runner = await startRunner({ data, allowHosts: server.host });
  for (const [text, weight] of [
    ['ukraine', 2],
    ['apple', 1],
    ['climate', 0.5],
  ] as const)
    await runner.post('/api/keywords', { text, weight });
  let failed = 0;
  const seconds = await secondsOf(async () => {
    await pMap(
      paths,
      (path) =>
        runner.post('/api/feeds', { url: server.url(path) }).catch((error: unknown) => {
          failed += 1;
          console.log(`  ${path}: ${error instanceof Error ? error.message : ''}`);
        }),
      { concurrency: 8 },
    );
    await allIsStored(runner);
  });
  const { items } = await runner.get<Page<Feed>>('/api/feeds');
  const memory = runner.peakMemoryMb();
  report(
    `${name}_seconds`,
    seconds,
    `${items.length} documents added, fetched, scored and stored in ${seconds.toFixed(1)} s (${failed} refused)`,
  );
  const whole = await processorSeconds(`${runner.pid}`);
  const main = await processorSeconds(`${runner.pid}/task/${runner.pid}`);
  report(
    `${name}_cpu_seconds`,
    whole,
    `  processor time of the runner, start included: ${whole.toFixed(1)} s, its main thread ${main.toFixed(1)} s`,
  );
  report(`${name}_main_thread_seconds`, main, '');
  const articles = await countArticles(runner);
  report(`${name}_articles`, articles, `  articles, read and unread: ${articles}`);
  report(
    `${name}_cpu_ms_an_article`,
    (whole / articles) * 1000,
    `  processor time an article: ${((whole / articles) * 1000).toFixed(1)} ms`,
  );
  report(`${name}_peak_mb`, memory, `peak memory of the runner and its children: ${Math.round(memory)} MB`);
  const again = await secondsOf(async () => {
    const { job_id } = await runner.post<Job>('/api/jobs/fetch-feeds', {});
    await runner.jobDone(job_id);
  });
  report(`${name}_again_seconds`, again, `fetching all of them again, nothing new: ${again.toFixed(1)} s`);
  await runner.stop();
  await rm(data, { recursive: true });
};
