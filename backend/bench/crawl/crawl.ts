import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { crawlHere } from '../../src/local/crawl/crawl-here.ts';
import { systemWaiting } from '../../src/local/crawl/drive-crawl.ts';
import { openCrawl } from '../../src/local/crawl/open-crawl.ts';
import { measurePace } from './pace.ts';
import { sampleCrawl } from '../../test/harness/samples/crawl-samples.ts';

/*
 * A crawl of a web on loopback with the delay at 0: pages a second, and memory as it goes on. The web has its own process.
 * `--pages 10000` asks that many on 20 hosts (default 5,000); `--pace` measures the gaps of 200 requests with a delay of a second
 * instead; `--json`: the last line is one object of the figures.
 */

const HOSTS = 20;
/** The robots.txt of three hosts cannot be had, so none of their pages is asked. */
const ASKED_HOSTS = 17;
/** Pages that a host has besides its tree. */
const ODD_PAGES = 36;
const STEPS = 10;
const FLAT_MB = 40;
const PACE_REQUESTS = 200;

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean' },
    pages: { type: 'string', default: '5000' },
    pace: { type: 'boolean' },
  },
});
if (options.pace === true) {
  await measurePace(PACE_REQUESTS, options.json === true);
  process.exit();
}
const wanted = Number(options.pages);
const perHost = Math.max(1, Math.ceil(wanted / ASKED_HOSTS) - ODD_PAGES);

const server = fork(new URL('web-process.ts', import.meta.url), [String(HOSTS), String(perHost)]);
const [message] = await once(server, 'message');
const web = z.object({ origins: z.array(z.string()), hosts: z.array(z.string()) }).parse(message);

const folder = await mkdtemp(join(tmpdir(), 'omomi-bench-'));
const opened = await openCrawl(folder, {
  variables: { FETCH_ALLOW_HOSTS: web.hosts.join(',') },
  log: { info: () => {}, warn: () => {}, error: () => {} },
  lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
});

const memory: number[] = [];
let next = wanted / STEPS;
const started = performance.now();
await crawlHere(
  opened.ctx,
  'bench0001',
  {
    ...sampleCrawl('local', 'bench0001').settings,
    seeds: web.origins.map((origin) => `${origin}/`),
    limit: 2 * wanted,
    delay_ms: 0,
    concurrency: 20,
  },
  {
    waiting: systemWaiting,
    onProgress: ({ done }) => {
      if (done < next) return;
      next += wanted / STEPS;
      memory.push(process.memoryUsage.rss() / 2 ** 20);
      console.log(
        `${done} pages: ${Math.round(memory.at(-1) ?? 0)} MB, ${((done * 1000) / (performance.now() - started)).toFixed(1)} a second`,
      );
    },
  },
);
const seconds = (performance.now() - started) / 1000;
const { completed, errors } = await opened.ctx.crawls.figures('bench0001');
await opened.close();
server.disconnect();
await rm(folder, { recursive: true });

const pages = completed + errors;
// Until then the heap grows towards the size that V8 keeps.
const growth = (memory.at(-1) ?? 0) - (memory.at(STEPS / 2 - 1) ?? 0);
console.log(`${pages} pages in ${seconds.toFixed(1)} s: ${(pages / seconds).toFixed(1)} a second`);
console.log(
  `memory: ${Math.round(memory.at(-1) ?? 0)} MB, ${growth.toFixed(1)} MB more than after half of them`,
);
if (options.json === true)
  console.log(
    JSON.stringify({
      crawl_pages: pages,
      crawl_pages_per_second: Math.round((pages / seconds) * 10) / 10,
      crawl_memory_mb: Math.round(memory.at(-1) ?? 0),
      crawl_memory_growth_mb: Math.round(growth * 10) / 10,
    }),
  );
if (growth > FLAT_MB) process.exitCode = 1;
