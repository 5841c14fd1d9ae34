import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sendToEdge, type Sent } from './viewer.ts';
import type { World } from './world.ts';

/** The answers that a viewer gets at the address of the distribution. */
export const describeEdge = (worldOf: () => World): void => {
  const get = (path: string, sent: Sent = {}) => sendToEdge(`${worldOf().box.url}${path}`, sent);
  const sessionOf = () =>
    [...worldOf().browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const saved = JSON.stringify({ is_saved: true });
  const write = (more: Record<string, string>) => ({
    method: 'PUT',
    body: saved,
    headers: { 'content-type': 'application/json', 'content-length': String(saved.length), ...more },
  });
  const hash = createHash('sha256').update(saved).digest('hex');

  describe('the distribution', () => {
    it('answers from the page’s bucket, with index.html for the paths of its views, and 403 for a missing file', async () => {
      const index = await get('/');
      expect(index.body.toString()).toContain('<title>Omomi');
      expect(index.headers).toMatchObject({
        'content-type': 'text/html',
        'cache-control': 'no-cache',
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect((await get('/settings/feeds')).body).toEqual(index.body);
      const opened = await get('/save?url=https%3A%2F%2Fa.example');
      expect(opened.body).toEqual(index.body);
      expect(opened.headers['cross-origin-opener-policy']).toBe('unsafe-none');
      expect((await get('/assets/none.js')).status).toBe(403);
      expect((await get('/', { method: 'POST' })).status).toBe(403);
    });

    it('keeps and compresses files of the page', async () => {
      const accepting = { headers: { 'accept-encoding': 'gzip, br' } };
      const first = await get('/assets/app.js', accepting);
      expect(first.headers).toMatchObject({
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-cache': 'Miss from cloudfront',
      });
      const plain = await get('/assets/app.js');
      expect(brotliDecompressSync(first.body)).toEqual(plain.body);
      const second = await get('/assets/app.js', accepting);
      expect(second.headers['x-cache']).toBe('Hit from cloudfront');
      const known = { headers: { ...accepting.headers, 'if-none-match': String(first.headers['etag']) } };
      expect((await get('/assets/app.js', known)).status).toBe(304);
    });

    it('hands on to the API who asks, and keeps no answer', async () => {
      expect(JSON.parse((await get('/api/health')).body.toString())).toMatchObject({ status: 'ok' });
      const mine = await get('/api/me', { headers: { cookie: sessionOf() } });
      expect(mine.status).toBe(200);
      expect(mine.headers).toMatchObject({
        'x-cache': 'Miss from cloudfront',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect((await get('/api/me')).status).toBe(401);
      // Headers of these names from a viewer are ignored.
      const forged = {
        headers: { 'x-viewer-authorization': 'Bearer forged', 'x-viewer-host': 'other.example' },
      };
      expect((await get('/api/me', forged)).status).toBe(401);
    });

    it('lets a signed-in reader write with the hash of the body, from our page alone', async () => {
      const { host } = new URL(worldOf().box.url);
      const { items } = (await worldOf().call({ path: '/api/articles' })).body;
      const path = `/api/articles/${items[0].article_id}/save`;
      const own = { cookie: sessionOf(), origin: `https://${host}`, 'x-amz-content-sha256': hash };
      const { 'x-amz-content-sha256': _, ...unsigned } = own;
      expect((await get(path, write(own))).status).toBe(200);
      expect((await get(path, write(unsigned))).status).toBe(403);
      expect((await get(path, write({ ...own, 'x-amz-content-sha256': '0'.repeat(64) }))).status).toBe(403);
      expect((await get(path, write({ ...own, origin: 'https://other.example' }))).status).toBe(403);
    });

    it('keeps a picture for everybody, by its address and key', async () => {
      const { call, publisher } = worldOf();
      const { items } = (await call({ path: '/api/articles' })).body;
      const { article_id } = items.find(({ title }: { title: string }) => title === 'Snow in June');
      const { image_keys } = (await call({ path: `/api/articles/${article_id}` })).body;
      const [[url, key]] = Object.entries<string>(image_keys) as [[string, string]];
      const path = `/api/image?${new URLSearchParams({ url, key }).toString()}`;
      const [first, second] = [await get(path), await get(path)];
      expect([first.status, first.headers['content-type']]).toEqual([200, 'image/png']);
      expect(first.headers['content-security-policy']).toContain("default-src 'none'");
      expect(second.headers['x-cache']).toBe('Hit from cloudfront');
      expect(second.body).toEqual(first.body);
      expect(publisher.requests.get('/photo.jpg')).toMatchObject({ full: 1 });
      expect((await get(`${path}x`)).status).toBe(403);
    });
  });
};
