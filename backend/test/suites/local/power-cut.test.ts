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

/** Rounds of two cuts in one run; OMOMI_CUTS=30 for the whole test. Each cut takes a start of the process, of some seconds. */
const ROUNDS = Number(process.env['OMOMI_CUTS'] ?? 2);
const FEEDS = 3;
/** The second document of a feed has twice as many, which is below the 50 that one fetch takes in. */
const ARTICLES = 24;
/** Milliseconds after its first answer within which work is cut off. */
const LATEST_CUT = 600;

/** Returns a feed's document with its first `count` articles. Those with higher numbers are newer. */
const document = (round: number, feed: number, count: number) =>
  rss(
    Array.from({ length: count }, (_, n) => ({
      title: `Article ${n} of feed ${feed}, round ${round}`,
      link: `https://feed${round}-${feed}.example/${n}`,
      guid: `${round}-${feed}-${n}`,
      date: new Date(Date.now() - (count - n) * 60_000).toISOString(),
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
  { timeout: 240_000 + ROUNDS * 120_000 },
  async () => {
    const server = await startFeedServer();
    const data = await mkdtemp(join(tmpdir(), 'omomi-cut-'));
    onTestFinished(async () => {
      await server.close();
      await rm(data, { recursive: true, force: true });
    });
    const kept = { feeds: 0, articles: 0, bytes: 0 };
    const start = () => startRunner({ data, allowHosts: server.host });
    type Runner = Awaited<ReturnType<typeof start>>;

    const publish = (round: number, count: number) => {
      for (let feed = 0; feed < FEEDS; feed += 1)
        server.set(`/${round}/${feed}`, { body: document(round, feed, count) });
    };
    /** Cuts the power soon after the first of the requests was answered. Returns the process that starts then. */
    const cutDuring = async (runner: Runner, requests: Promise<unknown>[]) => {
      const work = requests.map((request) => request.catch(() => {}));
      await Promise.race(work);
      await pause(Math.random() * LATEST_CUT);
      await runner.kill();
      await Promise.all(work);
      kept.bytes += cutPower(data);
      return start();
    };
    const countOf = async (runner: Runner, feedId: string) =>
      (await runner.get<Page<ArticleRow>>(`/api/articles?limit=200&filter=all&feed_id=${feedId}`)).items
        .length;
    const ended = new Set<string>();
    /**
     * Fetches all feeds until the list has all articles of those that are followed. Returns their ids. A fetch may fail on a busy
     * machine, give way to another, or be what the cut left of one, so it is repeated: no fetch brings an article that was lost.
     */
    const expectAll = async (runner: Runner, count: number) => {
      let ids: string[] = [];
      const incomplete = async () => {
        const { job_id } = await runner.post<Job>('/api/jobs/fetch-feeds', {});
        await runner.jobDone(job_id);
        ids = (await runner.get<Page<Feed>>('/api/feeds?limit=200')).items.map(({ feed_id }) => feed_id);
        const counts = await Promise.all(ids.map(async (id) => [id, await countOf(runner, id)] as const));
        return counts.filter(([id, found]) => found !== (ended.has(id) ? 2 * ARTICLES : count));
      };
      await expect.poll(incomplete, { timeout: 120_000, interval: 200 }).toEqual([]);
      return ids;
    };

    for (let round = 0; round < ROUNDS; round += 1) {
      publish(round, ARTICLES);
      const first = await start();
      const paths = Array.from({ length: FEEDS }, (_, feed) => server.url(`/${round}/${feed}`));
      const second = await cutDuring(
        first,
        paths.map((url) => first.post('/api/feeds', { url })),
      );
      await expectAll(second, ARTICLES);
      // Once a feed has noted these articles as seen, no fetch brings them again: until they are listed, only the messages have them.
      publish(round, 2 * ARTICLES);
      const third = await cutDuring(second, [second.post('/api/jobs/fetch-feeds', {})]);
      const ids = await expectAll(third, 2 * ARTICLES);
      for (const id of ids) ended.add(id);
      kept.feeds = ids.length;
      kept.articles = ids.length * 2 * ARTICLES;
      await third.stop();
    }
    console.log(
      `${2 * ROUNDS} cuts took ${kept.bytes} bytes; ${kept.feeds} feeds, ${kept.articles} articles, none lost`,
    );
    expect(kept.bytes).toBeGreaterThan(0);
    expect(kept.articles).toBeGreaterThan(0);
  },
);
