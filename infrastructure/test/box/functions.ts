import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FunctionName } from '@omomi/backend/config';
import type { QueueName } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import {
  formerAccessPartition,
  idIn,
  listedReaders,
  sessionsOf,
} from '../../../backend/src/storage/table/keys.ts';
import { createWorkerParser } from '../../../backend/src/parser/worker-parser.ts';
import { ParseError } from '../../../backend/src/parser/fields/parsed-feed.ts';
import type { EventParts } from '../../../backend/test/harness/api/function-url-event.ts';
import { photo } from '../../../backend/test/harness/servers/images.ts';
import { readFunction } from '../synthesised.ts';
import { functionNames, type World } from './world.ts';

const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Rain</title><link>https://rain.example/</link>
  <item><title>Rain over the mountains</title><link>https://rain.example/1</link><guid>1</guid>
  <pubDate>Fri, 02 Jan 2026 08:00:00 GMT</pubDate><description>It rained all day.</description></item>
</channel></rss>`;

/** The most bytes that a start reads: the first file and what it imports, without what is loaded when it is needed. */
const startBudgets: Record<FunctionName, number> = {
  api: 1_107_000,
  clients: 1_148_000,
  dispatch: 572_000,
  fetch: 749_000,
  score: 752_000,
  jobs: 815_000,
  cleanup: 580_000,
  bookmarks: 538_000,
  mails: 791_000,
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

const scheduled = { 'detail-type': 'Scheduled Event', source: 'aws.events', detail: {} };

/** The functions one by one, each handed the messages of its queue. Each test leaves the state from which the next one starts. */
export const describeFunctions = (worldOf: () => World): void => {
  describe('the bundled functions', () => {
    const invoke = (name: FunctionName, event: unknown) => worldOf().invoke(name, event);
    const call = (parts: EventParts) => worldOf().call(parts);
    /** Hands the messages of a queue to its function, and returns them. */
    const workOff = async (queue: QueueName) => {
      const { take, eventOf } = worldOf();
      const messages = take(queue);
      if (messages.length > 0)
        expect(await invoke(queue, eventOf(queue, messages))).toEqual({ batchItemFailures: [] });
      return messages;
    };
    let jobId = '';

    it('start with few code: what is rare is in files of its own', () => {
      const started = functionNames.map((name) => [
        name,
        bytesAtStart(readFunction(worldOf().outdir, name).file),
      ]);
      const overBudget = started.filter(
        ([name, bytes]) => Number(bytes) > startBudgets[name as FunctionName],
      );
      expect(overBudget).toEqual([]);
    });

    it('hold the tables of words, at most 12 MB, only if they score or explain texts', () => {
      const bytesOf = (name: FunctionName) => {
        const tables = join(dirname(readFunction(worldOf().outdir, name).file), 'tables');
        if (!existsSync(tables)) return 0;
        return readdirSync(tables).reduce((sum, file) => sum + statSync(join(tables, file)).size, 0);
      };
      const source = join(import.meta.dirname, '../../../backend/src/scoring/words/tables');
      const own = readdirSync(source).reduce((sum, file) => sum + statSync(join(source, file)).size, 0);
      expect(own).toBeLessThan(12_000_000);
      const expected = functionNames.map((name) => [
        name,
        ['api', 'clients', 'score', 'jobs'].includes(name) ? own : 0,
      ]);
      expect(functionNames.map((name) => [name, bytesOf(name)])).toEqual(expected);
    });

    it.each(['api', 'fetch', 'jobs'] as const)('%s has the worker that reads documents', async (name) => {
      const parser = createWorkerParser({
        workerUrl: pathToFileURL(
          join(dirname(readFunction(worldOf().outdir, name).file), 'parser-worker.mjs'),
        ),
      });
      const parsed = await parser.parseFeed(Buffer.from(feed), null);
      expect(parsed).toMatchObject({ title: 'Rain', items: [{ title: 'Rain over the mountains' }] });
      await expect(parser.parseFeed(Buffer.from('<html></html>'), null)).rejects.toBeInstanceOf(ParseError);
      expect(
        await parser.sanitiseAll([{ html: '<b onclick=x>Rain', base_url: 'https://rain.example/' }]),
      ).toEqual(['<strong>Rain</strong>']);
      await parser.close();
    });

    it('api has libvips beside that worker, and shrinks pictures; only clients, which makes books, has it too', async () => {
      const folderOf = (name: FunctionName) => dirname(readFunction(worldOf().outdir, name).file);
      const withVips = functionNames.filter((name) => existsSync(join(folderOf(name), 'node_modules')));
      expect(withVips).toEqual(['api', 'clients']);
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
      const sent = new URL((await worldOf().browser.get('/api/auth/login')).location).searchParams;
      worldOf().provider.state.nonce = sent.get('nonce');
      await worldOf().browser.get(`/api/auth/callback?code=c&state=${sent.get('state') ?? ''}`);
      expect(await call({ path: '/api/me' })).toMatchObject({ statusCode: 200, body: { is_owner: true } });
      expect(await call({ path: '/api/feeds' })).toMatchObject({ statusCode: 200, body: { items: [] } });
    });

    it('api subscribes to a feed and sends its articles to scoring', async () => {
      worldOf().publisher.set('/feed.xml', { body: feed, type: 'application/rss+xml' });
      const answer = await call({
        method: 'POST',
        path: '/api/feeds',
        headers: { 'content-type': 'application/json' },
        body: { url: worldOf().publisher.url('/feed.xml') },
      });
      expect(answer).toMatchObject({ statusCode: 201, body: { title: 'Rain' } });
    });

    it('score creates the entries', async () => {
      expect(await workOff('score')).toHaveLength(1);
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
      expect(await workOff('jobs')).toHaveLength(1);
      const [row] = (await call({ path: '/api/articles' })).body.items;
      expect(row.importance_score).toBeGreaterThan(0.1);
      const { body } = await call({ path: `/api/articles/${row.article_id}/reasons` });
      expect(body.items[0]).toMatchObject({
        keyword_text: 'rain',
        passage: { field: 'title', text: 'Rain over the mountains', marks: [[0, 4]] },
      });
    });

    it('dispatch finds nothing due', async () => {
      // The pages of new articles were asked for before.
      worldOf().take('fetch');
      await invoke('dispatch', scheduled);
      expect(worldOf().take('fetch')).toEqual([]);
    });

    it('jobs sends every feed of the reader to be fetched', async () => {
      const started = await call({ method: 'POST', path: '/api/jobs/fetch-feeds' });
      expect(started).toMatchObject({ statusCode: 202, body: { state: 'queued' } });
      jobId = started.body.job_id;
      expect(await workOff('jobs')).toHaveLength(1);
    });

    it('fetch requests the feed, and completes the job', async () => {
      expect(await workOff('fetch')).toHaveLength(1);
      expect(worldOf().publisher.requests.get('/feed.xml')).toMatchObject({ not_modified: 1 });
      expect((await call({ path: `/api/jobs/${jobId}` })).body).toMatchObject({ state: 'done', done: 1 });
    });

    it('bookmarks requests the count of the article, and succeeds without an answer', async () => {
      const stdout = worldOf().box.outputOf('bookmarks');
      let log = '';
      stdout.on('data', (text) => (log += text));
      await invoke('bookmarks', scheduled);
      await expect.poll(() => log).toMatch(/"message":"bookmarks counted".*"calls":1,.*"failures":1/);
    });

    it('dispatch notifies of what must be read, and of a feed, at the channel of the reader', async () => {
      const { publisher } = worldOf();
      const told: string[] = [];
      publisher.set('/hook', (request, response) => {
        request
          .on('data', (text) => told.push(JSON.parse(String(text)).title))
          .on('end', () => response.end());
      });
      const json = { headers: { 'content-type': 'application/json' } };
      const choose = (what: unknown) =>
        call({
          method: 'PUT',
          path: '/api/notifications',
          ...json,
          body: {
            is_on: true,
            what,
            most_a_day: 3,
            quiet: null,
            time_zone: 'UTC',
            language: 'en',
            page: 'https://omomi.example',
          },
        });
      expect(await choose({ kind: 'must_read' })).toMatchObject({ statusCode: 200 });
      const added = await call({
        method: 'POST',
        path: '/api/notifications/channels',
        ...json,
        body: { kind: 'webhook', address: publisher.url('/hook') },
      });
      expect(added).toMatchObject({ statusCode: 201, body: { problem: null } });
      const bring = async (title: string) => {
        const item = `<item><title>${title}</title><guid>${title}</guid><pubDate>${new Date().toUTCString()}</pubDate></item>`;
        const body = feed.replace('</channel>', `${item}</channel>`);
        publisher.set('/feed.xml', { body, type: 'application/rss+xml' });
        await call({ method: 'POST', path: '/api/jobs/fetch-feeds' });
        for (const queue of ['jobs', 'fetch', 'score'] as const) await workOff(queue);
        await invoke('dispatch', scheduled);
        await invoke('dispatch', scheduled);
      };
      await bring('Rain, rain and more rain');
      const [{ feed_id }] = (await call({ path: '/api/feeds' })).body.items;
      await choose({ kind: 'feed', feed_id });
      await bring('A pudding');
      expect(told).toEqual(['Omomi', 'Rain, rain and more rain', 'A pudding']);
    });

    it('cleanup upgrades a table of format 1, whose reader stays signed in before and after', async () => {
      const { table } = worldOf();
      const [reader] = (await table.queryAll(listedReaders)).map(({ SK }) => idIn(String(SK)));
      const range = sessionsOf(reader ?? '');
      const sessions = await table.queryAll(range);
      expect(sessions).toHaveLength(1);
      for (const session of sessions) {
        const key = { PK: formerAccessPartition(range.PK), SK: String(session['SK']) };
        await table.put({ ...session, ...key });
        await table.delete({ ...key, PK: range.PK });
      }
      expect(await call({ path: '/api/me' })).toMatchObject({ statusCode: 200 });
      expect(await invoke('cleanup', { check: 'upgrade' })).toMatchObject({ format: 4, is_upgraded: true });
      expect(await table.queryAll(range)).toEqual(sessions);
      expect(await call({ path: '/api/me' })).toMatchObject({ statusCode: 200 });
      expect(await invoke('cleanup', { check: 'upgrade' })).toMatchObject({ is_upgraded: true, pages: 0 });
    });

    it('cleanup starts a job for the reader, which deletes no new articles', async () => {
      await invoke('cleanup', scheduled);
      while ((await workOff('jobs')).length > 0);
      const { body } = await call({ path: '/api/jobs' });
      expect(body.items).toContainEqual(expect.objectContaining({ kind: 'cleanup', state: 'done' }));
      expect((await call({ path: '/api/articles' })).body.items).toHaveLength(3);
    });
  });
};
