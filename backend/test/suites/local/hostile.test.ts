// @module-tag long
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunner } from '../../harness/runner.ts';
import type { ArticleRow, Feed, Page } from '../../../src/contract/index.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

const MB = 1024 * 1024;
const MEMORY_LIMIT_MB = 300;

let articles = 0;
const one = (text: string) => rss([{ title: 'One', link: `https://one.example/${++articles}`, text }]);
const entities = (declarations: string, text: string) =>
  `<?xml version="1.0"?><!DOCTYPE rss [${declarations}]><rss version="2.0"><channel><title>T</title><item><title>Entity</title><link>https://entity.example/${text.length}</link><description>${text}</description></item></channel></rss>`;

const LAUGHS = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');

/** Sends the headers and then streams the body through `write` until the client disconnects. */
const streamed = (response: ServerResponse, write: (chunk: Buffer) => void, everyMs: number) => {
  response.writeHead(200, { 'content-type': 'application/rss+xml' });
  const chunk = Buffer.from('<!-- nothing to see -->'.repeat(everyMs === 0 ? 3000 : 1));
  const timer = setInterval(() => write(chunk), everyMs);
  response.on('close', () => clearInterval(timer));
};

describe('hostile publishers', () => {
  let server: FeedServer;
  let data: string;
  beforeAll(async () => {
    server = await startFeedServer();
    data = await mkdtemp(join(tmpdir(), 'omomi-hostile-'));
  });
  afterAll(async () => {
    await server.close();
    await rm(data, { recursive: true, force: true });
  });

  it('cause the right error within their limits and in bounded memory, and the next feed is fetched', async () => {
    const bomb = Buffer.from(one('a'.repeat(200 * MB)));
    const compressed = (encoding: string, body: Buffer) => ({
      body,
      headers: { 'content-encoding': encoding },
    });
    server.set('/drip', (_, response) => streamed(response, (chunk) => response.write(chunk), 200));
    server.set('/endless', (_, response) => streamed(response, (chunk) => response.write(chunk), 0));
    server.set('/gzip', compressed('gzip', gzipSync(bomb)));
    server.set('/zstd', compressed('zstd', zstdCompressSync(bomb)));
    server.set('/loop', (_, response) => response.writeHead(302, { location: '/loop' }).end());
    server.set('/metadata', (_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    );
    server.set('/fifty', { body: one('a'.repeat(50 * MB)) });
    server.set('/laughs', { body: entities(`<!ENTITY l0 "ha">${LAUGHS}`, 'It says &l12; and more') });
    server.set('/external', {
      body: entities('<!ENTITY x SYSTEM "file:///etc/passwd">', 'It says &x; and no more'),
    });
    server.set('/nested', { body: one('<div>'.repeat(100_000)) });
    server.set('/nul', { body: one('before\0after') });
    server.set('/lies', {
      body: Buffer.from(one('caf\u00e9'), 'utf8'),
      type: 'application/rss+xml; charset=shift_jis',
    });
    server.set('/html', {
      body: '<!doctype html><html><body><p>A page</p></body></html>',
      type: 'text/html',
    });
    server.set('/good', {
      body: rss([{ title: 'All is well', link: 'https://good.example/1', text: 'Indeed.' }]),
    });
    const paths = [
      'drip',
      'endless',
      'gzip',
      'zstd',
      'loop',
      'metadata',
      'fifty',
      'laughs',
      'external',
      'nested',
      'nul',
      'lies',
      'html',
      'good',
    ];

    const runner = await startRunner({ data, allowHosts: server.host });
    const { job_id } = await runner.importFeeds(paths.map((path) => server.url(`/${path}`)));
    expect((await runner.jobDone(job_id)).state).toBe('done');

    const { items } = await runner.get<Page<Feed>>('/api/feeds');
    expect(Object.fromEntries(items.map(({ title, error_code }) => [title, error_code]))).toEqual({
      drip: 'timed_out',
      endless: 'too_large',
      gzip: 'too_large',
      zstd: 'too_large',
      loop: 'too_many_redirects',
      metadata: 'address_refused',
      fifty: 'too_large',
      laughs: null,
      external: null,
      nested: null,
      nul: null,
      lies: null,
      html: 'not_a_feed',
      good: null,
    });
    const rows = await runner.get<Page<ArticleRow>>('/api/articles?limit=200');
    const excerpts = new Map(rows.items.map(({ feed_title, excerpt }) => [feed_title, excerpt]));
    expect(excerpts.get('good')).toBe('Indeed.');
    expect(excerpts.get('lies')).toBe('caf\u00e9');
    expect(JSON.stringify(rows)).not.toMatch(/haha|root:/);
    expect(runner.peakMemoryMb()).toBeLessThan(MEMORY_LIMIT_MB);
    await runner.stop();
  });
});
