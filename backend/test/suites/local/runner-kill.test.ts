// @module-tag long
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startRunner } from '../../harness/runner.ts';
import type { ArticleRow, Feed, Job, Keyword, Page } from '../../../src/contract/index.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

/** Kills in one run; OMOMI_KILLS=50 for the whole test. Each takes a start of the process, of some seconds. */
const KILLS = Number(process.env['OMOMI_KILLS'] ?? 10);
/** Makes the moments of a failed run come again, as far as the machine is as fast. */
const SEED = Number(process.env['OMOMI_KILL_SEED'] ?? Math.floor(Math.random() * 1e9));
/** Milliseconds after its beginning within which work is cut off. */
const LATEST_KILL = 400;
/** Milliseconds after a restart in which all jobs must have ended; the lease of a lost one is 30 minutes. */
const STALLED = 240_000;

const FEEDS = 4;
const FIRST_ARTICLES = 20;
const NEW_ARTICLES = 6;

type Runner = Awaited<ReturnType<typeof startRunner>>;
type QueueDepth = { queue: string; waiting: number; in_flight: number; dead_letters: number };

/** Numbers from 0 to 1 (Park and Miller's generator). */
const numbersFrom = (seed: number) => {
  let state = (seed % 2_147_483_646) + 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
};

const document = (feed: string, count: number) =>
  rss(
    Array.from({ length: count }, (_, n) => ({
      title: `Article ${n} of feed ${feed}`,
      link: `https://feed${feed}.example/${n}`,
      guid: `${feed}-${n}`,
      text: `<p>What article ${n} of feed ${feed} says about the climate.</p>`,
      date: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
    })),
    { title: `Feed ${feed}`, site: `https://feed${feed}.example/` },
  );

const listAll = async (runner: Runner, filter: string): Promise<ArticleRow[]> => {
  const rows: ArticleRow[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page = await runner.get<Page<ArticleRow>>(`/api/articles?limit=200&filter=${filter}${after}`);
    rows.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
};

const feedsOf = async (runner: Runner) => (await runner.get<Page<Feed>>('/api/feeds?limit=200')).items;
const countsOf = (feeds: Feed[]) =>
  Object.fromEntries(feeds.map(({ feed_id, unread_count }) => [feed_id, unread_count]));

/** Counts the unread articles in the list by feed, zeros included. */
const listedUnread = async (runner: Runner, feeds: Feed[]) => {
  const counts = countsOf(feeds.map((feed) => ({ ...feed, unread_count: 0 })));
  for (const { feed_id } of await listAll(runner, 'unread')) counts[feed_id] = (counts[feed_id] ?? 0) + 1;
  return counts;
};

/** Feeds whose unread in the list of feeds is not what the list of articles has. */
const wrongCounts = async (runner: Runner) => {
  const feeds = await feedsOf(runner);
  const listed = await listedUnread(runner, feeds);
  return feeds.filter(({ feed_id, unread_count }) => listed[feed_id] !== unread_count);
};

const deadLetters = async (runner: Runner) =>
  (await runner.get<Page<{ dead_letters: number }>>('/api/owner/queues')).items.map(
    ({ dead_letters }) => dead_letters,
  );

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe(`the local runner killed ${KILLS} times (seed ${SEED})`, () => {
  const random = numbersFrom(SEED);
  let server: FeedServer;
  let data: string;
  beforeAll(async () => {
    server = await startFeedServer();
    data = await mkdtemp(join(tmpdir(), 'omomi-kills-'));
  });
  afterAll(async () => {
    await server.close();
    await rm(data, { recursive: true, force: true });
  });

  /** The changes that were answered with success. */
  const acknowledged = { read: new Set<string>(), keywords: new Set<string>(), imported: new Set<string>() };
  const sizes = new Map<string, number>();
  let made = 0;

  const serve = (feed: string, count: number) => {
    sizes.set(feed, count);
    server.set(`/${feed}`, { body: document(feed, count) });
  };

  const importFeeds = (runner: Runner, names: string[]) =>
    runner.importFeeds(names.map((name) => server.url(`/${name}`)));

  /** Ignores that the connection broke with the process. */
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  };

  const deeds: Record<string, (runner: Runner) => Promise<void>> = {
    watermarks: async (runner) => {
      const rows = await listAll(runner, 'unread');
      const some = rows.filter(() => random() < 0.3).slice(0, 40);
      const [together, single] = [some.slice(0, 8), some.slice(8)];
      const bulk = attempt(async () => {
        const article_ids = together.map(({ article_id }) => article_id);
        if (article_ids.length === 0) return;
        await runner.post('/api/articles/mark-read', { article_ids });
        for (const id of article_ids) acknowledged.read.add(id);
      });
      const lanes = [0, 1, 2, 3].map((lane) =>
        attempt(async () => {
          for (const { article_id } of single.filter((_, n) => n % 4 === lane)) {
            await runner.put(`/api/articles/${article_id}/read`, { is_read: true });
            acknowledged.read.add(article_id);
          }
        }),
      );
      await Promise.all([bulk, ...lanes]);
    },
    fetch: async (runner) => {
      for (const [feed, count] of sizes) serve(feed, count + NEW_ARTICLES);
      await attempt(() => runner.post('/api/jobs/fetch-feeds', {}));
    },
    import: async (runner) => {
      const names = [0, 1, 2].map(() => `imported${made++}`);
      for (const name of names) serve(name, 5);
      await attempt(async () => {
        await importFeeds(runner, names);
        for (const name of names) acknowledged.imported.add(server.url(`/${name}`));
      });
    },
    recalculation: (runner) =>
      attempt(async () => {
        const text = `word ${made++}`;
        await runner.post('/api/keywords', { text, weight: 1 });
        acknowledged.keywords.add(text);
        await runner.post('/api/keywords/recalculate', {});
      }),
    cleanup: (runner) => attempt(() => runner.post('/api/jobs/cleanup-articles', {})),
  };

  /**
   * Returns unfinished jobs and queued messages, some of which belong to no unfinished job. Those in `jobs` all belong to one: a message of
   * a recalculation that has ended since may still wait for its minute, and then does nothing.
   */
  const stillAtWork = async (runner: Runner) => {
    const { items } = await runner.get<Page<Job>>('/api/jobs?limit=200');
    const queues = await runner.get<Page<QueueDepth>>('/api/owner/queues');
    return [
      ...items.filter(({ state }) => state === 'queued' || state === 'running').map(({ kind }) => kind),
      ...queues.items
        .filter(({ queue, waiting, in_flight }) => queue !== 'jobs' && waiting + in_flight > 0)
        .map(({ queue }) => queue),
    ];
  };

  const expectAcknowledged = async (runner: Runner, what: string) => {
    const rows = await listAll(runner, 'all');
    expect([what, rows.length]).toEqual([what, new Set(rows.map(({ article_id }) => article_id)).size]);
    expect([what, rows.length]).toEqual([what, new Set(rows.map(({ link }) => link)).size]);
    const read = new Set(rows.filter(({ is_read }) => is_read).map(({ article_id }) => article_id));
    expect([what, [...acknowledged.read].filter((id) => !read.has(id))]).toEqual([what, []]);
    const keywords = (await runner.get<Page<Keyword>>('/api/keywords')).items.map(({ text }) => text);
    expect([what, [...acknowledged.keywords].filter((text) => !keywords.includes(text))]).toEqual([what, []]);
    expect([what, keywords.length]).toEqual([what, new Set(keywords).size]);
  };

  it(
    'loses and duplicates nothing, has correct counts in the first list, and ends every job',
    async () => {
      const start = () => startRunner({ data, allowHosts: server.host });
      let runner = await start();
      await runner.post('/api/keywords', { text: 'climate', weight: 1 });
      for (let feed = 0; feed < FEEDS; feed += 1) {
        serve(String(feed), FIRST_ARTICLES);
        await runner.post('/api/feeds', { url: server.url(`/${feed}`) });
      }
      await runner.settled();

      const names = Object.keys(deeds);
      for (let kill = 0; kill < KILLS; kill += 1) {
        const name = names[kill % names.length] ?? '';
        const what = `kill ${kill}, amid ${name}`;
        const work = attempt(async () => deeds[name]?.(runner));
        await pause(random() * LATEST_KILL);
        await runner.kill();
        await work;

        runner = await start();
        // Marks leave nothing to do behind, so the very first list must be right; the others go on working.
        const wrong = name === 'watermarks' ? await wrongCounts(runner) : [];
        expect([what, wrong]).toEqual([what, []]);
        await expect
          .poll(async () => [what, await stillAtWork(runner)], { timeout: STALLED, interval: 200 })
          .toEqual([what, []]);
        await expectAcknowledged(runner, what);
      }

      const { job_id } = await runner.post<Job>('/api/jobs/fetch-feeds', {});
      expect(await runner.jobDone(job_id)).toMatchObject({ state: 'done', result: { failed_feeds: 0 } });
      const feeds = await feedsOf(runner);
      const followed = new Set(feeds.map(({ url }) => url));
      expect([...acknowledged.imported].filter((url) => !followed.has(url))).toEqual([]);
      const expected = [...sizes].filter(([name]) => followed.has(server.url(`/${name}`)));
      const total = expected.reduce((sum, [, count]) => sum + count, 0);
      await expect
        .poll(async () => (await listAll(runner, 'all')).length, { timeout: STALLED, interval: 500 })
        .toBe(total);
      await runner.settled();
      await expectAcknowledged(runner, 'the end');
      expect(await wrongCounts(runner)).toEqual([]);
      expect(await deadLetters(runner)).toEqual([0, 0, 0]);
      await runner.stop();
    },
    240_000 + KILLS * 60_000,
  );

  it('makes no dead letters of messages that were interrupted by two kills in a row', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'omomi-two-kills-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const names = ['slow0', 'slow1', 'slow2'];
    const asked = new Set<string>();
    for (const name of names) server.set(`/${name}`, () => void asked.add(name));
    const start = () => startRunner({ data: folder, allowHosts: server.host });
    let runner = await start();
    const { job_id } = await importFeeds(runner, names);
    for (const kill of [1, 2]) {
      await expect.poll(() => asked.size, { timeout: STALLED }).toBe(names.length);
      asked.clear();
      await runner.kill();
      if (kill === 2) for (const name of names) serve(name, 5);
      runner = await start();
    }
    expect(await deadLetters(runner)).toEqual([0, 0, 0]);
    expect(await runner.jobDone(job_id)).toMatchObject({ state: 'done', result: { imported: 3 } });
    await runner.stop();
  }, 180_000);
});
