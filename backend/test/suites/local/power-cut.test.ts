// @module-tag long
import { existsSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startRunner } from '../../harness/runner.ts';
import type { ArticleRow, Feed, Job, Page } from '../../../src/contract/index.ts';
import { rss, startFeedServer } from '../../harness/servers/feed-server.ts';

/** Cuts in one run; OMOMI_CUTS=60 for the whole test. Each takes a start of the process, of some seconds. */
const CUTS = Number(process.env['OMOMI_CUTS'] ?? 3);
const FEEDS = 3;
const ARTICLES = 40;
/** Milliseconds after its first answer within which work is cut off. */
const LATEST_CUT = 600;

const document = (round: number, feed: number) =>
  rss(
    Array.from({ length: ARTICLES }, (_, n) => ({
      title: `Article ${n} of feed ${feed}, round ${round}`,
      link: `https://feed${round}-${feed}.example/${n}`,
      guid: `${round}-${feed}-${n}`,
      date: new Date(Date.now() - n * 60_000).toISOString(),
    })),
    { title: `Feed ${feed} of round ${round}`, site: `https://feed${round}-${feed}.example/` },
  );

/** Files that grow without being synced: a power cut may take what was written to them last. */
const unsynced = (folder: string): string[] => {
  const queues = join(folder, 'queues');
  const journals = existsSync(queues) ? readdirSync(queues).map((name) => join(queues, name)) : [];
  return [join(folder, 'table.sqlite-wal'), ...journals].filter((path) => existsSync(path));
};

/** Takes the end of every such file, each from another place on, as a power cut may. */
const cutPower = (folder: string): number =>
  unsynced(folder).reduce((sum, path) => {
    const { size } = statSync(path);
    const left = Math.floor(size * Math.sqrt(Math.random()));
    truncateSync(path, left);
    return sum + size - left;
  }, 0);

it(
  'a power cut loses no article of a feed that is still followed',
  { timeout: 240_000 + CUTS * 60_000 },
  async () => {
    const server = await startFeedServer();
    const data = await mkdtemp(join(tmpdir(), 'omomi-cut-'));
    onTestFinished(async () => {
      await server.close();
      await rm(data, { recursive: true, force: true });
    });
    const start = () => startRunner({ data, allowHosts: server.host });
    const countOf = async (runner: Awaited<ReturnType<typeof start>>, feedId: string) =>
      (await runner.get<Page<ArticleRow>>(`/api/articles?limit=200&filter=all&feed_id=${feedId}`)).items
        .length;
    const kept = { feeds: 0, articles: 0, bytes: 0 };
    for (let round = 0; round < CUTS; round += 1) {
      for (let feed = 0; feed < FEEDS; feed += 1)
        server.set(`/${round}/${feed}`, { body: document(round, feed) });
      const first = await start();
      const work = Array.from({ length: FEEDS }, (_, feed) =>
        first.post('/api/feeds', { url: server.url(`/${round}/${feed}`) }).catch(() => {}),
      );
      await Promise.race(work);
      await pause(Math.random() * LATEST_CUT);
      await first.kill();
      await Promise.all(work);
      kept.bytes += cutPower(data);

      const second = await start();
      const { items } = await second.get<Page<Feed>>('/api/feeds?limit=200');
      const { job_id } = await second.post<Job>('/api/jobs/fetch-feeds', {});
      await second.jobDone(job_id);
      for (const { feed_id } of items)
        await expect.poll(() => countOf(second, feed_id), { timeout: 20_000, interval: 200 }).toBe(ARTICLES);
      kept.feeds = items.length;
      kept.articles = items.length * ARTICLES;
      await second.stop();
    }
    console.log(
      `${CUTS} cuts took ${kept.bytes} bytes; ${kept.feeds} feeds, ${kept.articles} articles, none lost`,
    );
    expect(kept.bytes).toBeGreaterThan(0);
    expect(kept.articles).toBeGreaterThan(0);
  },
);
