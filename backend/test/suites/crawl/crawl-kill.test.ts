import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CrawlPage } from '../../../src/contract/index.ts';
import { LOCAL_TABLE } from '../../../src/local/table/local-table.ts';
import { openLocalTable } from '../../../src/local/data-folder/open-local-table.ts';
import { createCrawlPageStore } from '../../../src/storage/crawls/crawl-page-store.ts';
import { createTableClient } from '../../../src/storage/table/table.ts';
import { startCrawlWeb, type CrawlWeb } from '../../harness/servers/crawl-web.ts';

const fixture = join(import.meta.dirname, 'crawl-kill.fixture.ts');
const KILLS = 10;
const DEPTH = 6;

/**
 * Returns the fields of a page that must not depend on when it was requested. A page that was completed may have been tried
 * before, for instance where the machine stood still and its connection was closed.
 */
const lasting = ({
  added_at: _added,
  crawled_at: _crawled,
  ttfb_ms: _ttfb,
  download_ms: _download,
  redirect_chain: _chain,
  retry_count,
  last_error_type,
  last_error_message,
  ...rest
}: CrawlPage) =>
  rest.state === 'completed' ? rest : { ...rest, retry_count, last_error_type, last_error_message };

/** Returns the pages that differ, by address. */
const different = (pages: CrawlPage[], others: CrawlPage[]) => {
  const known = new Map(others.map((page) => [page.url, JSON.stringify(lasting(page))]));
  return pages.filter((page) => JSON.stringify(lasting(page)) !== known.get(page.url)).map(lasting);
};

describe('npm run crawl under SIGKILL', { tags: ['long'] }, () => {
  let web: CrawlWeb;
  let folder = '';
  beforeAll(async () => {
    web = await startCrawlWeb({ hosts: 4, pages: 60, isSwift: true, slowMs: 50 });
  });
  afterAll(() => web.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'omomi-crawl-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const start = (out: string) =>
    spawn(
      process.execPath,
      [
        fixture,
        ...web.origins.map((origin) => `${origin}/`),
        '--delay=0ms',
        `--depth=${DEPTH}`,
        '--limit=5000',
        `--out=${out}`,
      ],
      {
        cwd: folder,
        env: { ...process.env, FETCH_ALLOW_HOSTS: web.hosts.join(','), DATA_DIR: join(folder, 'data') },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );

  const pagesIn = async (out: string): Promise<CrawlPage[]> =>
    (await readFile(join(folder, out), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as CrawlPage);

  /** Returns the addresses that are completed in the table of a crawl whose process is gone. */
  const completed = async (): Promise<string[]> => {
    const [id] = await readdir(join(folder, 'data', 'crawls')).catch(() => []);
    if (id === undefined) return [];
    const table = await openLocalTable(join(folder, 'data', 'crawls', id));
    try {
      const pages = createCrawlPageStore(createTableClient({ client: table.client, tableName: LOCAL_TABLE }));
      const all = await pages.scan(id, { limit: 10_000 });
      return all.filter(({ state }) => state === 'completed').map(({ url }) => url);
    } finally {
      table.close();
    }
  };

  it('gives the same pages after ten kills, and asks none again that was done', async () => {
    const whole = start('whole.jsonl');
    expect(await once(whole, 'close')).toEqual([0, null]);
    const expected = await pagesIn('whole.jsonl');
    expect(expected.length).toBeGreaterThan(300);

    const done: { urls: string[]; asked: number }[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const from = web.log.length;
      const child = start('killed.jsonl');
      const closed = once(child, 'close');
      // The kills come after different numbers of requests, so that they hit different steps of different pages.
      const after = 1 + Math.floor(Math.random() * (expected.length / KILLS));
      while (web.log.length - from < after && child.exitCode === null) await sleep(1);
      child.kill('SIGKILL');
      await closed;
      done.push({ urls: await completed(), asked: web.log.length });
    }
    const last = start('killed.jsonl');
    expect(await once(last, 'close')).toEqual([0, null]);

    const killed = await pagesIn('killed.jsonl');
    expect(different(killed, expected)).toEqual(different(expected, killed));
    expect(killed).toHaveLength(expected.length);
    expect(done.at(-1)!.urls.length).toBeGreaterThan(0);
    for (const { urls, asked } of done) {
      const later = new Set(
        web.log.slice(asked).map(({ host, path }) => `http://${host}:${web.port}${path}`),
      );
      expect(urls.filter((url) => later.has(url))).toEqual([]);
    }
    expect(await readdir(join(folder, 'data', 'crawls'))).toEqual([]);
  });
});
