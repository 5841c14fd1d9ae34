import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunner } from '../../harness/runner.ts';
import {
  errorBody,
  errorTable,
  type ArticleRow,
  type ErrorCode,
  type Feed,
  type Job,
  type Page,
} from '../../../src/contract/index.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

type Runner = Awaited<ReturnType<typeof startRunner>>;

const item = (feed: number, n: number) => ({
  title: `Article ${n} of feed ${feed}`,
  link: `https://feed${feed}.example/${n}`,
  guid: `${feed}-${n}`,
  text: `<p>What article ${n} of feed ${feed} says about the climate.</p>`,
  date: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
});
/** The site is on loopback too, since the search for its icon would wait for the name to be looked up. */
const document = (feed: number, count: number, site: string) =>
  rss(
    Array.from({ length: count }, (_, n) => item(feed, n)),
    { title: `Feed ${feed}`, site },
  );

const listAll = async (runner: Runner): Promise<ArticleRow[]> => {
  const rows: ArticleRow[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page: Page<ArticleRow> = await runner.get<Page<ArticleRow>>(`/api/articles?limit=200${query}`);
    rows.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
};

describe('the local runner', () => {
  let server: FeedServer;
  let data: string;
  beforeAll(async () => {
    server = await startFeedServer();
    data = await mkdtemp(join(tmpdir(), 'omomi-runner-'));
  });
  afterAll(async () => {
    await server.close();
    await rm(data, { recursive: true, force: true });
  });

  it(
    'killed repeatedly during a fetch, loses and duplicates nothing and fetches every feed',
    { tags: ['long'] },
    async () => {
      const feeds = 20;
      const folder = join(data, 'kill');
      const startAgain = () => startRunner({ data: folder, allowHosts: server.host });
      for (let feed = 0; feed < feeds; feed++)
        server.set(`/${feed}`, { body: document(feed, 5, server.url('/')) });
      let runner = await startAgain();
      await runner.post('/api/keywords', { text: 'climate', weight: 1 });
      for (let feed = 0; feed < feeds; feed++)
        await runner.post('/api/feeds', { url: server.url(`/${feed}`) });

      for (let round = 1; round <= 3; round++) {
        for (let feed = 0; feed < feeds; feed++)
          server.set(`/${feed}`, { body: document(feed, 5 + 3 * round, server.url('/')) });
        const served = () => [...server.requests.values()].reduce((sum, { full }) => sum + full, 0);
        const before = served();
        const { job_id } = await runner.post<Job>('/api/jobs/fetch-feeds', {});
        const isOver = async () => (await runner.get<Job>(`/api/jobs/${job_id}`)).state === 'done';
        // Some documents are on their way, none of their articles can be in all lists yet. The job may be the one of the round before, with
        // fewer feeds left than that, or end before this process sees it.
        while (served() < before + 5 * round && !(await isOver()));
        await runner.kill();
        runner = await startAgain();
      }

      const running = (await runner.get<Page<Job>>('/api/jobs')).items.filter(
        ({ kind }) => kind === 'fetch-feeds',
      );
      for (const { job_id } of running) expect((await runner.jobDone(job_id)).state).toBe('done');
      const { job_id } = await runner.post<Job>('/api/jobs/fetch-feeds', {});
      expect(await runner.jobDone(job_id)).toMatchObject({
        state: 'done',
        done: feeds,
        result: { failed_feeds: 0 },
      });

      const rows = await listAll(runner);
      expect(rows).toHaveLength(feeds * 14);
      expect(new Set(rows.map(({ article_id }) => article_id)).size).toBe(feeds * 14);
      expect(rows.every(({ importance_score }) => importance_score !== null && importance_score > 0)).toBe(
        true,
      );
      const { items } = await runner.get<Page<Feed>>('/api/feeds');
      expect(items.map(({ unread_count, fetch_status }) => [unread_count, fetch_status])).toEqual(
        Array.from({ length: feeds }, () => [14, 'active']),
      );
      await runner.stop();
    },
  );

  it('answers bad input with the error shape and the right status, and keeps serving', async () => {
    const lonely = await startFeedServer();
    lonely.set('/page', { body: '<html><body>Nothing to follow</body></html>', type: 'text/html' });
    const runner = await startRunner({ data: join(data, 'bad'), allowHosts: lonely.host });
    const { hostname, port } = new URL(runner.origin);

    const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
      new Promise<{ status: number; body: string }>((resolve, reject) => {
        const call = request({ hostname, port, method, path, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
          );
        });
        call.on('error', reject);
        call.end(body);
      });
    const expectError = async (code: ErrorCode, ...call: Parameters<typeof send>) => {
      const answer = await send(...call);
      expect([code, answer.status]).toEqual([code, errorTable[code].status]);
      const { error } = errorBody.parse(JSON.parse(answer.body));
      expect(error.code).toBe(code);
      expect(error.action).not.toBe('');
      expect(error.message).not.toBe('');
    };
    const json = { 'content-type': 'application/json' };
    const addFeed = (url: string) => ['POST', '/api/feeds', json, JSON.stringify({ url })] as const;
    const addKeyword = (weight: unknown) =>
      ['POST', '/api/keywords', json, JSON.stringify({ text: 'x', weight })] as const;

    await expectError('HOST_REFUSED', 'GET', '/api/feeds', { host: 'evil.example' });
    await expectError('HOST_REFUSED', 'GET', '/', { host: 'evil.example' });
    await expectError(
      'ORIGIN_REFUSED',
      'POST',
      '/api/keywords',
      { ...json, origin: 'https://evil.example' },
      '{"text":"x"}',
    );
    await expectError('VALIDATION_FAILED', ...addFeed('not a url'));
    await expectError('VALIDATION_FAILED', ...addFeed('ftp://a.example/feed'));
    await expectError('FEED_UNREACHABLE', ...addFeed('http://no-such-host.invalid/feed'));
    await expectError('FEED_NOT_FOUND', ...addFeed(lonely.url('/page')));
    await expectError('ADDRESS_REFUSED', ...addFeed(server.url('/0')));
    await expectError('ADDRESS_REFUSED', ...addFeed('http://169.254.169.254/latest/meta-data/'));
    await expectError('ADDRESS_REFUSED', ...addFeed('http://10.0.0.1/'));
    for (const weight of [-1, 0, 11, 'x']) await expectError('VALIDATION_FAILED', ...addKeyword(weight));
    await expectError('NOT_FOUND', 'GET', '/api/articles/2000000000000000000', {});
    await expectError('NOT_FOUND', 'GET', '/api/articles/nonsense', {});
    await expectError('NOT_FOUND', 'DELETE', '/api/feeds/0123456789abcdef', {});
    await expectError('NOT_FOUND', 'GET', '/api/jobs/nosuchjob', {});
    await expectError('NOT_FOUND', 'GET', '/api/nonsense', {});
    await expectError('METHOD_NOT_ALLOWED', 'PUT', '/api/feeds', {});
    await expectError('INVALID_CURSOR', 'GET', '/api/articles?cursor=broken', {});
    await expectError('VALIDATION_FAILED', 'GET', '/api/articles?limit=0', {});
    await expectError('VALIDATION_FAILED', 'GET', '/api/articles?sort=best', {});
    await expectError(
      'PAYLOAD_TOO_LARGE',
      'POST',
      '/api/keywords',
      json,
      JSON.stringify({ text: 'x'.repeat(2_000_000) }),
    );
    await expectError('INVALID_JSON', 'POST', '/api/keywords', json, '{"text": ');
    expect(await runner.get('/api/health')).toMatchObject({ status: 'ok' });
    await runner.stop();
    await lonely.close();
  });
});
