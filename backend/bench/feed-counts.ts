import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArticleRow, Page } from '../src/contract/index.ts';
import { fillDataFolder } from '../test/harness/filled-folder.ts';
import { startRunner } from '../test/harness/runner.ts';
import type { Report } from './report.ts';

const FEED_COUNTS = [50, 500, 2000] as const;
const ENTRIES = 4000;
/**
 * Requests of each kind that are sent before those that are measured. A server runs for weeks, and V8 compiles what is called often: a
 * list takes 5.2 ms in its first 300 requests, 4.1 in the next and 3.6 from then on.
 */
const WARM_UP = 600;
const REQUESTS = 300;
/** Clock ticks of the kernel a second, which all Linux of today has. */
const TICKS = 100;

/** Returns the processor time that a process has taken so far, in milliseconds. */
const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
};

/** The goal of a request in milliseconds, for the requests that have one. */
const MOST_MS: Record<string, number> = { list_of_50: 5, mark: 3 };
/** The goal of every request: its time with 2,000 feeds, divided by its time with 50. */
const MOST_TIMES = 1.2;

/**
 * Measures the processor time of a warm runner, all its threads, for one request of each kind, of a reader with 50, 500 and 2,000
 * feeds.
 */
export const benchFeedCounts = async (report: Report): Promise<void> => {
  const measured: Record<string, number[]> = {};
  for (const feeds of FEED_COUNTS) {
    const data = await mkdtemp(join(tmpdir(), 'omomi-bench-'));
    await fillDataFolder(data, ENTRIES, { feeds, texts: true });
    const runner = await startRunner({ data, allowHosts: '127.0.0.1:1' });
    const { items } = await runner.get<Page<ArticleRow>>('/api/articles?limit=200');
    const idAt = (n: number) => items[n % items.length]?.article_id ?? '';
    let etag = '';
    const requests: Record<string, (n: number) => Promise<unknown>> = {
      list_of_50: () => runner.get('/api/articles?limit=50&filter=unread&fold=true&sort=importance_score'),
      open: (n) => runner.get(`/api/articles/${idAt(n)}`),
      mark: (n) =>
        runner.put(`/api/articles/${idAt(n)}/read`, { is_read: Math.floor(n / items.length) % 2 === 0 }),
      counts: () => runner.get('/api/counts'),
      feeds: () => runner.get('/api/feeds'),
      // As a browser asks, which has the answer already.
      feeds_again: async () => {
        const answer = await fetch(new URL('/api/feeds', runner.origin), {
          headers: { 'if-none-match': etag },
        });
        await answer.arrayBuffer();
        etag = answer.headers.get('etag') ?? '';
      },
      feeds_after_a_mark: async (n) => {
        await requests['mark']?.(n);
        await runner.get('/api/feeds');
      },
    };
    for (const [name, request] of Object.entries(requests)) {
      for (let n = 0; n < WARM_UP; n += 1) await request(n);
      const before = cpuMs(runner.pid);
      for (let n = WARM_UP; n < WARM_UP + REQUESTS; n += 1) await request(n);
      const ms = (cpuMs(runner.pid) - before) / REQUESTS;
      (measured[name] ??= []).push(ms);
      report(
        `cpu_ms_${name}_${feeds}_feeds`,
        ms,
        `${name.replaceAll('_', ' ')} with ${feeds} feeds: ${ms.toFixed(2)} ms of CPU`,
      );
    }
    await runner.stop();
    await rm(data, { recursive: true });
  }
  for (const [name, all] of Object.entries(measured)) {
    const times = (all.at(-1) ?? 0) / (all[0] ?? 0);
    const most = MOST_MS[name] === undefined ? '' : `; at most ${MOST_MS[name]} ms`;
    report(
      `cpu_times_${name}`,
      times,
      `${name.replaceAll('_', ' ')}: ${all.map((ms) => ms.toFixed(2)).join(', ')} ms, ${times.toFixed(2)} times as much with ${FEED_COUNTS.at(-1)} feeds as with ${FEED_COUNTS[0]} (goal: at most ${MOST_TIMES}${most})`,
    );
  }
};
