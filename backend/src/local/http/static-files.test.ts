import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStaticFiles, type StaticFiles } from './static-files.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const script = 'export const answer = 42;\n'.repeat(200);
const secret = 'not for you';

describe('static files', () => {
  let root = '';
  let serve: StaticFiles;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'omomi-static-'));
    const dist = join(root, 'dist');
    await mkdir(join(dist, 'assets'), { recursive: true });
    await writeFile(join(root, 'secret.txt'), secret);
    await writeFile(join(dist, 'index.html'), '<title>Omomi</title>');
    await writeFile(join(dist, 'favicon.svg'), '<svg/>');
    await writeFile(join(dist, 'assets', 'index-Ab3_x9Zq.js'), script);
    await writeFile(join(dist, 'assets', 'ready-Ab3_x9Zq.css'), 'a{}'.repeat(500));
    await writeFile(join(dist, 'assets', 'ready-Ab3_x9Zq.css.br'), 'from the build');
    await symlink(join(root, 'secret.txt'), join(dist, 'link.txt'));
    serve = await createStaticFiles(dist);
  });
  afterAll(() => rm(root, { recursive: true }));

  const get = (path: string, headers: Record<string, string> = {}) => serve({ method: 'GET', path, headers });

  it('let the browser cache hashed assets for a year, but revalidate the page', async () => {
    const asset = await get('/assets/index-Ab3_x9Zq.js');
    expect(asset).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      },
    });
    expect(asset.body.toString()).toBe(script);
    expect(await get('/index.html')).toMatchObject({ headers: { 'cache-control': 'no-cache' } });
    expect(await get('/favicon.svg')).toMatchObject({ headers: { 'content-type': 'image/svg+xml' } });
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.1, gzip', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['', undefined],
  ])('answer Accept-Encoding "%s" with %s', async (accepted, coding) => {
    const { headers, body } = await get('/assets/index-Ab3_x9Zq.js', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(coding);
    const plain = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
    expect(plain.toString()).toBe(script);
  });

  it('prefer the files that the build compressed', async () => {
    const { body } = await get('/assets/ready-Ab3_x9Zq.css', { 'accept-encoding': 'br' });
    expect(body.toString()).toBe('from the build');
  });

  it('answer 304 to the current ETag, and to no other', async () => {
    const { headers } = await get('/assets/index-Ab3_x9Zq.js', { 'accept-encoding': 'br' });
    const etag = headers['etag']!;
    for (const given of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get('/assets/index-Ab3_x9Zq.js', {
        'accept-encoding': 'br',
        'if-none-match': given,
      });
      expect([given, answer.status, answer.body.length]).toEqual([given, 304, 0]);
      expect(answer.headers['etag']).toBe(etag);
    }
    expect((await get('/assets/index-Ab3_x9Zq.js', { 'if-none-match': etag })).status).toBe(200);
    expect((await get('/index.html', { 'if-none-match': etag })).status).toBe(200);
  });

  it.each(['/', '/feeds/0123456789abcdef', '/keywords', '/folder/日本'])(
    'return the page for %s',
    async (path) => {
      const answer = await get(encodeURI(path), { accept: 'text/html' });
      expect([answer.status, answer.body.toString()]).toEqual([200, '<title>Omomi</title>']);
    },
  );

  it.each(['/assets/gone-Ab3_x9Zq.js', '/robots.txt', '/assets/'])('answer 404 at %s', async (path) => {
    expect(await get(path, { accept: '*/*' })).toMatchObject({ status: 404 });
  });

  it('refuse other methods and invalid percent-encoding', async () => {
    const posted = await serve({ method: 'POST', path: '/', headers: {} });
    expect(posted).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    expect(await get('/%zz')).toMatchObject({ status: 400 });
  });

  it('never come from outside their folder', async () => {
    const step = fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2E.',
      '/',
      '%2f',
      '\\',
      '%5c',
      '%00',
      'assets',
      'secret.txt',
      'link.txt',
      'dist',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const { body } = await get(`/${steps.join('/')}`, { accept: 'text/html' });
        expect(body.toString()).not.toContain(secret);
      }),
      { numRuns: runs(300) },
    );
  });
});
