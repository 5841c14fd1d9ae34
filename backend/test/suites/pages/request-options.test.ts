import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { readEnvironment, environments } from '../../../src/config/env.ts';
import { repositoryUrl, version } from '../../../src/lib/version.ts';
import { createClients, textOf } from '../../harness/web/guarded-clients.ts';
import { startLoopbackServer } from '../../harness/web/loopback-server.ts';
import { userAgentOf } from '../../../src/web/fetch/headers.ts';

const { client, closeAll } = createClients();

afterEach(closeAll);

describe('what a request measures', () => {
  it('is the time to the headers, the time of the body, and the bytes before and after decompression', async () => {
    const page = '<p>rain</p>'.repeat(1000);
    const sent = gzipSync(page);
    let time = 0;
    let sendRest: (() => void) | null = null;
    /** The headers come after 60 ms of this clock; once their time is taken, the rest of the body comes 90 ms later. */
    const monotonicNow = () => {
      const now = time;
      sendRest?.();
      sendRest = null;
      return now;
    };
    await using server = await startLoopbackServer((request, response) => {
      if (request.url === '/') {
        response.writeHead(301, { location: '/page' }).end('moved');
        return;
      }
      time += 60;
      sendRest = () => {
        time += 90;
        response.end(sent.subarray(20));
      };
      response.writeHead(200, { 'content-encoding': 'gzip', server: 'Rain/1', 'last-modified': 'then' });
      response.write(sent.subarray(0, 20));
    });
    const { facts, headers, redirects, body } = await client(server.host, { monotonicNow })({
      url: server.origin,
    });
    expect(textOf(body)).toBe(page);
    expect(facts).toMatchObject({
      ttfb_ms: 60,
      download_ms: 90,
      wire_bytes: sent.length,
      body_bytes: page.length,
      content_encoding: 'gzip',
      is_cut: false,
      x_robots_tags: [],
    });
    expect(headers).toMatchObject({ server: 'Rain/1', 'last-modified': 'then' });
    expect(redirects).toEqual([{ status: 301, url: `${server.origin}/page` }]);
  });

  it('has each X-Robots-Tag header, and no encoding or bytes where there are none', async () => {
    await using server = await startLoopbackServer((_request, response) => {
      response.writeHead(204, { 'X-Robots-Tag': ['otherbot: noindex', 'nofollow, noarchive'] }).end();
    });
    const { facts } = await client(server.host)({ url: server.origin });
    expect(facts).toMatchObject({
      wire_bytes: 0,
      body_bytes: 0,
      content_encoding: null,
      x_robots_tags: ['otherbot: noindex', 'nofollow, noarchive'],
    });
  });
});

describe('a body that is cut', () => {
  const bytes = randomBytes(300_000);
  const codings = {
    identity: bytes,
    gzip: gzipSync(bytes),
    br: brotliCompressSync(bytes),
    zstd: zstdCompressSync(bytes),
  };

  it.each(Object.entries(codings))('has exactly the bytes of the limit: %s', async (coding, sent) => {
    await using server = await startLoopbackServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(sent);
    });
    const cut = { url: server.origin, cutsAtMaxBytes: true };
    const fetch = client(server.host);
    for (const maxBytes of [1, 100_000, 299_999]) {
      const { body, facts } = await fetch({ ...cut, maxBytes });
      expect(Buffer.from(body).equals(bytes.subarray(0, maxBytes))).toBe(true);
      expect(facts).toMatchObject({ body_bytes: maxBytes, is_cut: true });
    }
    const whole = await fetch({ ...cut, maxBytes: 300_000 });
    expect(Buffer.from(whole.body).equals(bytes)).toBe(true);
    expect(whole.facts.is_cut).toBe(false);
  });

  it('ends an endless body without reading on', async () => {
    let isEnded = false;
    await using server = await startLoopbackServer((_request, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 0x61)));
        if (!response.destroyed) response.once('drain', pour);
      };
      response.on('close', () => {
        isEnded = true;
      });
      pour();
    });
    const { body, facts } = await client(server.host)({
      url: server.origin,
      maxBytes: 1000,
      cutsAtMaxBytes: true,
    });
    expect(body).toHaveLength(1000);
    expect(facts.is_cut).toBe(true);
    await expect.poll(() => isEnded).toBe(true);
  });
});

describe('the user agent', () => {
  it('names version and contact, after a prefix if the request has one', async () => {
    const seen: (string | undefined)[] = [];
    await using server = await startLoopbackServer((request, response) => {
      seen.push(request.headers['user-agent']);
      response.end();
    });
    const own = userAgentOf('https://reader.example/bot');
    const fetch = client(server.host, { userAgent: own });
    await fetch({ url: server.origin });
    await fetch({ url: server.origin, userAgentPrefix: 'Survey/2' });
    expect(own).toBe(`Omomi/${version} (+https://reader.example/bot)`);
    expect(seen).toEqual([own, `Survey/2 ${own}`]);
  });

  it('has the repository as contact unless USER_AGENT_URL gives another, and refuses what no header can carry', () => {
    const base = { TABLE_NAME: 't', BLOB_BUCKET: 'b' };
    const read = (USER_AGENT_URL?: string) =>
      readEnvironment(environments.bookmarks, { ...base, USER_AGENT_URL }).USER_AGENT_URL;
    const root = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
      repository: string;
    };
    expect(read()).toBe(root.repository);
    expect(repositoryUrl).toBe(root.repository);
    expect(read('https://reader.example/bot?a=1')).toBe('https://reader.example/bot?a=1');
    for (const wrong of [
      'reader.example',
      'ftp://a.example',
      'https://a.example/(b)',
      'https://a.example/a b',
      'https://é.example',
    ])
      expect(() => read(wrong)).toThrow(/^USER_AGENT_URL=/);
  });
});
