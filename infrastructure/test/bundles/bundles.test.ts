// @module-tag long
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FunctionName } from '@omomi/backend/config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkerParser } from '../../../backend/src/parser/worker-parser.ts';
import { ParseError } from '../../../backend/src/parser/fields/parsed-feed.ts';
import { skipsDynamoDbLocal } from '../../../backend/test/harness/engines/dynamodb-local.ts';
import type { EventParts } from '../../../backend/test/harness/api/function-url-event.ts';
import { photo } from '../../../backend/test/harness/servers/images.ts';
import { eventOf } from '../../box/mapping.ts';
import type { Kept } from '../../box/queue.ts';
import { readFunction } from '../synthesised.ts';
import { describeChains } from './chains.ts';
import { functionNames, startBundles, type Bundles } from './world.ts';

const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Rain</title><link>https://rain.example/</link>
  <item><title>Rain over the mountains</title><link>https://rain.example/1</link><guid>1</guid>
  <pubDate>Fri, 02 Jan 2026 08:00:00 GMT</pubDate><description>It rained all day.</description></item>
</channel></rss>`;

/** The most bytes that a start reads: the first file and what it imports, without what is loaded when it is needed. */
const startBudgets: Record<FunctionName, number> = {
  api: 1_230_000,
  dispatch: 680_000,
  fetch: 830_000,
  score: 850_000,
  jobs: 910_000,
  pages: 810_000,
  cleanup: 680_000,
  bookmarks: 660_000,
};

/** Returns the bytes of a file and of all that it imports by name, without `import()`. */
const bytesAtStart = (file: string, seen = new Set<string>()): number => {
  if (seen.has(file)) return 0;
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  const imported = [...code.matchAll(/(?:from|import)"(\.\/[\w-]+\.mjs)"/g)].map(([, path]) => path ?? '');
  return imported.reduce(
    (sum, path) => sum + bytesAtStart(join(dirname(file), path), seen),
    Buffer.byteLength(code),
  );
};

let bundles: Bundles;
const invoke = (name: FunctionName, event: unknown) => bundles.invoke(name, event);
const call = (parts: EventParts) => bundles.call(parts);

beforeAll(async () => {
  if (skipsDynamoDbLocal) return;
  bundles = await startBundles();
  bundles.publisher.set('/feed.xml', { body: feed, type: 'application/rss+xml' });
});

afterAll(async () => {
  if (!skipsDynamoDbLocal) await bundles.close();
});

const sqsEvent = (messages: Kept[]) =>
  eventOf(
    messages.map((each) => ({ ...each, receives: 1 })),
    'queue',
  );
const scheduled = { 'detail-type': 'Scheduled Event', source: 'aws.events', detail: {} };

/** Each test leaves the state from which the next one starts, as the deployed functions would. */
describe.skipIf(skipsDynamoDbLocal)('the bundled functions, over DynamoDB Local (needs Java 17)', () => {
  let jobId = '';

  it('start with few code: what is rare is in files of its own', () => {
    const started = functionNames.map((name) => [
      name,
      bytesAtStart(readFunction(bundles.outdir, name).file),
    ]);
    const overBudget = started.filter(([name, bytes]) => Number(bytes) > startBudgets[name as FunctionName]);
    expect(overBudget).toEqual([]);
  });

  it('hold the tables of words, at most 12 MB, only if they score or explain texts', () => {
    const bytesOf = (name: FunctionName) => {
      const tables = join(dirname(readFunction(bundles.outdir, name).file), 'tables');
      if (!existsSync(tables)) return 0;
      return readdirSync(tables).reduce((sum, file) => sum + statSync(join(tables, file)).size, 0);
    };
    const source = join(import.meta.dirname, '../../../backend/src/scoring/words/tables');
    const own = readdirSync(source).reduce((sum, file) => sum + statSync(join(source, file)).size, 0);
    expect(own).toBeLessThan(12_000_000);
    const expected = functionNames.map((name) => [name, ['api', 'score', 'jobs'].includes(name) ? own : 0]);
    expect(functionNames.map((name) => [name, bytesOf(name)])).toEqual(expected);
  });

  it.each(['api', 'fetch', 'jobs', 'pages'] as const)(
    '%s has the worker that reads documents',
    async (name) => {
      const parser = createWorkerParser({
        workerUrl: pathToFileURL(join(dirname(readFunction(bundles.outdir, name).file), 'parser-worker.mjs')),
      });
      const parsed = await parser.parseFeed(Buffer.from(feed), null);
      expect(parsed).toMatchObject({ title: 'Rain', items: [{ title: 'Rain over the mountains' }] });
      await expect(parser.parseFeed(Buffer.from('<html></html>'), null)).rejects.toBeInstanceOf(ParseError);
      expect(
        await parser.sanitiseAll([{ html: '<b onclick=x>Rain', base_url: 'https://rain.example/' }]),
      ).toEqual(['<strong>Rain</strong>']);
      await parser.close();
    },
  );

  it('api has libvips beside that worker, and shrinks pictures; no other function has it', async () => {
    const folderOf = (name: FunctionName) => dirname(readFunction(bundles.outdir, name).file);
    const withVips = functionNames.filter((name) => existsSync(join(folderOf(name), 'node_modules')));
    expect(withVips).toEqual(['api']);
    const parser = createWorkerParser({
      workerUrl: pathToFileURL(join(folderOf('api'), 'parser-worker.mjs')),
    });
    const small = Buffer.from(
      (await parser.shrinkPicture(photo({ width: 900, height: 300 }), 640, 'webp')) ?? [],
    );
    expect(small.toString('latin1', 8, 12)).toBe('WEBP');
    await parser.close();
  });

  it('api answers', async () => {
    expect(await call({ path: '/api/health' })).toMatchObject({ statusCode: 200, body: { status: 'ok' } });
    expect(await call({ path: '/api/feeds' })).toMatchObject({ statusCode: 401 });
  });

  it('api signs in a reader whose address is allowed', async () => {
    const sent = new URL((await bundles.browser.get('/api/auth/login')).location).searchParams;
    bundles.provider.state.nonce = sent.get('nonce');
    await bundles.browser.get(`/api/auth/callback?code=c&state=${sent.get('state') ?? ''}`);
    expect(await call({ path: '/api/me' })).toMatchObject({ statusCode: 200, body: { is_owner: true } });
    expect(await call({ path: '/api/feeds' })).toMatchObject({ statusCode: 200, body: { items: [] } });
  });

  it('api subscribes to a feed and sends its articles to scoring', async () => {
    const answer = await call({
      method: 'POST',
      path: '/api/feeds',
      headers: { 'content-type': 'application/json' },
      body: { url: bundles.publisher.url('/feed.xml') },
    });
    expect(answer).toMatchObject({ statusCode: 201, body: { title: 'Rain' } });
  });

  it('score creates the entries', async () => {
    const messages = bundles.aws.take('score');
    expect(messages).toHaveLength(1);
    expect(await invoke('score', sqsEvent(messages))).toEqual({ batchItemFailures: [] });
    const { body } = await call({ path: '/api/articles' });
    expect(body.items).toMatchObject([{ title: 'Rain over the mountains', importance_score: 0 }]);
  });

  it('jobs scores the entries by a new keyword, and api tells the words that did it, by the tables of words', async () => {
    const added = await call({
      method: 'POST',
      path: '/api/keywords',
      headers: { 'content-type': 'application/json' },
      body: { text: 'rain', weight: 1 },
    });
    expect(added).toMatchObject({ statusCode: 201, body: { is_pending: false } });
    expect(await invoke('jobs', sqsEvent(bundles.aws.take('jobs')))).toEqual({ batchItemFailures: [] });
    const [row] = (await call({ path: '/api/articles' })).body.items;
    expect(row.importance_score).toBeGreaterThan(0.1);
    const { body } = await call({ path: `/api/articles/${row.article_id}/reasons` });
    expect(body.items[0]).toMatchObject({
      keyword_text: 'rain',
      passage: { field: 'title', text: 'Rain over the mountains', marks: [[0, 4]] },
    });
  });

  it('dispatch finds nothing due', async () => {
    await invoke('dispatch', scheduled);
    expect(bundles.aws.take('fetch.fifo')).toEqual([]);
  });

  it('jobs sends every feed of the reader to be fetched', async () => {
    const started = await call({ method: 'POST', path: '/api/jobs/fetch-feeds' });
    expect(started).toMatchObject({ statusCode: 202, body: { state: 'queued' } });
    jobId = started.body.job_id;
    expect(await invoke('jobs', sqsEvent(bundles.aws.take('jobs')))).toEqual({ batchItemFailures: [] });
  });

  it('fetch requests the feed, and completes the job', async () => {
    const messages = bundles.aws.take('fetch.fifo');
    expect(messages).toMatchObject([{ group: expect.any(String), deduplication: expect.any(String) }]);
    expect(await invoke('fetch', sqsEvent(messages))).toEqual({ batchItemFailures: [] });
    expect(bundles.publisher.requests.get('/feed.xml')).toMatchObject({ not_modified: 1 });
    expect((await call({ path: `/api/jobs/${jobId}` })).body).toMatchObject({ state: 'done', done: 1 });
  });

  it('bookmarks requests the count of the article, and succeeds without an answer', async () => {
    const stdout = bundles.stdoutOf('bookmarks');
    let log = '';
    stdout.on('data', (text) => (log += text));
    await invoke('bookmarks', scheduled);
    await expect.poll(() => log).toMatch(/"message":"bookmarks counted".*"calls":1,.*"failures":1/);
  });

  it('cleanup starts a job for the reader, which deletes no new article', async () => {
    await invoke('cleanup', scheduled);
    for (let messages = bundles.aws.take('jobs'); messages.length > 0; messages = bundles.aws.take('jobs'))
      expect(await invoke('jobs', sqsEvent(messages))).toEqual({ batchItemFailures: [] });
    const { body } = await call({ path: '/api/jobs' });
    expect(body.items).toContainEqual(expect.objectContaining({ kind: 'cleanup', state: 'done' }));
    expect((await call({ path: '/api/articles' })).body.items).toHaveLength(1);
  });

  describeChains(() => bundles);
});
