import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawlHere } from '../../src/local/crawl/crawl-here.ts';
import { systemWaiting } from '../../src/local/crawl/drive-crawl.ts';
import { openCrawl } from '../../src/local/crawl/open-crawl.ts';
import { sampleCrawl } from '../../test/harness/samples/crawl-samples.ts';
import { startFeedServer } from '../../test/harness/servers/feed-server.ts';

const HOSTS = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
const DELAY_MS = 1000;

const middleOf = (numbers: readonly number[]): number => numbers[Math.floor(numbers.length / 2)] ?? 0;

/**
 * Crawls three hosts on loopback with a delay of one second by the system's clock. Prints the gaps between the requests of a host
 * as its server saw them, in milliseconds.
 */
export const measurePace = async (requests: number, isJson: boolean): Promise<void> => {
  const perHost = Math.ceil(requests / HOSTS.length);
  const arrivals = new Map<string, number[]>(HOSTS.map((host) => [host, []]));
  const servers = await Promise.all(HOSTS.map((host) => startFeedServer(host)));
  for (const server of servers) {
    const links = Array.from({ length: perHost }, (_, page) => `<a href="/page-${page}">${page}</a>`).join(
      ' ',
    );
    const answer = (body: string, status = 200) =>
      ((_request, response) => {
        arrivals.get(server.host.replace(/:.*/, ''))?.push(performance.now());
        response.writeHead(status, { 'content-type': 'text/html' }).end(body);
      }) satisfies Parameters<typeof server.set>[1];
    server.set('/robots.txt', answer('', 404));
    server.set('/', answer(`<title>start</title>${links}`));
    for (let page = 0; page < perHost; page += 1)
      server.set(`/page-${page}`, answer(`<title>${page}</title><p>Page ${page}.</p>`));
  }
  const folder = await mkdtemp(join(tmpdir(), 'omomi-bench-'));
  const opened = await openCrawl(folder, {
    variables: { FETCH_ALLOW_HOSTS: HOSTS.join(',') },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  const started = performance.now();
  await crawlHere(
    opened.ctx,
    'bench0001',
    {
      ...sampleCrawl('local', 'bench0001').settings,
      seeds: servers.map((server) => server.url('/')),
      limit: requests,
      delay_ms: DELAY_MS,
      use_sitemaps: false,
    },
    { waiting: systemWaiting },
  );
  const seconds = (performance.now() - started) / 1000;
  await opened.close();
  await Promise.all(servers.map((server) => server.close()));
  await rm(folder, { recursive: true });

  const gaps = [...arrivals.values()]
    .flatMap((times) => times.slice(1).map((time, index) => time - (times[index] ?? 0)))
    .toSorted((a, b) => a - b);
  const figures = {
    pace_requests: [...arrivals.values()].flat().length,
    pace_seconds: Math.round(seconds * 10) / 10,
    pace_gap_min_ms: Math.round(gaps[0] ?? 0),
    pace_gap_median_ms: Math.round(middleOf(gaps)),
    pace_gap_max_ms: Math.round(gaps.at(-1) ?? 0),
  };
  console.log(
    `${figures.pace_requests} requests to ${HOSTS.length} hosts in ${figures.pace_seconds} s, gaps of ${figures.pace_gap_min_ms} to ${figures.pace_gap_max_ms} ms, ${figures.pace_gap_median_ms} in the middle`,
  );
  if (isJson) console.log(JSON.stringify(figures));
  if (figures.pace_gap_min_ms < DELAY_MS) process.exitCode = 1;
};
