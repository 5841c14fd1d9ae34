import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createClients, loopbackLookup, textOf } from '../../../test/harness/web/guarded-clients.ts';
import { startLoopbackServer } from '../../../test/harness/web/loopback-server.ts';

const { client, closeAll } = createClients();

afterEach(closeAll);

describe('a guarded request', () => {
  it('sends its headers and returns status, headers and body', async () => {
    let seen: Record<string, unknown> = {};
    await using server = await startLoopbackServer((request, response) => {
      seen = request.headers;
      response.writeHead(404, { 'X-Twice': ['a', 'b'], etag: '"1"' }).end('gone');
    });
    const answer = await client(server.host)({
      url: `${server.origin}/feed?a=1#part`,
      headers: { 'if-none-match': '"0"' },
    });
    expect(answer.status).toBe(404);
    expect(answer.headers).toMatchObject({ 'x-twice': 'a, b', etag: '"1"' });
    expect(textOf(answer.body)).toBe('gone');
    expect(answer.url).toBe(`${server.origin}/feed?a=1`);
    expect(server.paths).toEqual(['/feed?a=1']);
    expect(seen).toMatchObject({ 'user-agent': 'Omomi-test/1', 'if-none-match': '"0"', host: server.host });
  });

  it('sends a POST with its body and does not follow its redirect', async () => {
    let body = '';
    await using server = await startLoopbackServer(async (request, response) => {
      for await (const chunk of request) body += String(chunk);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    const answer = await client(server.host)({ url: server.origin, method: 'POST', body: '{"a":1}' });
    expect(answer.status).toBe(307);
    expect(body).toBe('{"a":1}');
    expect(server.paths).toEqual(['/']);
  });

  it('reuses its connections, after redirects too', async () => {
    await using server = await startLoopbackServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/' }).end('see there');
      else response.end('ok');
    });
    const fetch = client(server.host);
    for (let round = 0; round < 5; round += 1) {
      await fetch({ url: server.origin });
      await fetch({ url: `${server.origin}/moved` });
    }
    // A second connection opens if a request is sent before the first connection is marked as idle.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it('retries when a reused connection was closed meanwhile', async () => {
    let requests = 0;
    await using server = await startLoopbackServer((request, response) => {
      requests += 1;
      if (requests === 2) request.socket.destroy();
      else response.end(`answer ${requests}`);
    });
    const fetch = client(server.host);
    await fetch({ url: server.origin });
    expect(textOf((await fetch({ url: server.origin })).body)).toBe('answer 3');
  });

  it('keeps the host name in the Host header and in the TLS server name', async () => {
    const names: string[] = [];
    const tls = createTlsServer({
      SNICallback: (name, callback) => {
        names.push(name);
        callback(new Error('no certificate for anyone'));
      },
    });
    tls.on('tlsClientError', () => {});
    tls.listen(0, '127.0.0.1');
    await once(tls, 'listening');
    const { port } = tls.address() as AddressInfo;
    let host: string | undefined;
    await using server = await startLoopbackServer((request, response) => {
      host = request.headers.host;
      response.end();
    });
    const fetch = client('feeds.test', { lookup: loopbackLookup });
    await fetch({ url: `http://feeds.test:${server.port}/` });
    await expect(fetch({ url: `https://feeds.test:${port}/` })).rejects.toThrow('feeds.test');
    tls.close();
    expect(host).toBe(`feeds.test:${server.port}`);
    expect(new Set(names)).toEqual(new Set(['feeds.test']));
  });
});

describe('redirects', () => {
  it('follows five, relative ones too, and reports where each led', async () => {
    await using server = await startLoopbackServer((request, response) => {
      const step = Number(request.url?.slice(1));
      if (step < 5)
        response.writeHead(step % 2 === 0 ? 301 : 308, { location: String(step + 1) }).end('moved');
      else response.end('there');
    });
    const answer = await client(server.host)({ url: `${server.origin}/0` });
    expect(textOf(answer.body)).toBe('there');
    expect(answer.url).toBe(`${server.origin}/5`);
    expect(answer.redirects.map(({ status, url }) => [status, url])).toEqual(
      [1, 2, 3, 4, 5].map((step) => [step % 2 === 1 ? 301 : 308, `${server.origin}/${step}`]),
    );
  });

  it('reads a location in raw UTF-8', async () => {
    await using server = await startLoopbackServer((request, response) => {
      const location = Buffer.from('/重み').toString('latin1');
      if (request.url === '/') response.writeHead(302, { location }).end();
      else response.end('there');
    });
    const answer = await client(server.host)({ url: server.origin });
    expect(answer.url).toBe(`${server.origin}/${encodeURIComponent('重み')}`);
  });

  it('fails at the sixth', async () => {
    await using server = await startLoopbackServer((request, response) => {
      response.writeHead(302, { location: `${request.url}0` }).end();
    });
    await expect(client(server.host)({ url: server.origin })).rejects.toMatchObject({
      fault: 'too_many_redirects',
    });
    expect(server.paths).toHaveLength(6);
  });

  it('stops at the first repeated address of a redirect loop', async () => {
    await using server = await startLoopbackServer((request, response) => {
      response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end();
    });
    await expect(client(server.host)({ url: `${server.origin}/a` })).rejects.toMatchObject({
      fault: 'too_many_redirects',
    });
    expect(server.paths).toEqual(['/a', '/b']);
  });

  it('sends authorization and cookies to the same origin only, but validators to every origin', async () => {
    const seen: Record<string, unknown>[] = [];
    await using other = await startLoopbackServer((request, response) => {
      seen.push(request.headers);
      response.end();
    });
    await using server = await startLoopbackServer((request, response) => {
      seen.push(request.headers);
      response.writeHead(302, { location: request.url === '/' ? '/same' : other.origin }).end();
    });
    await client(`${server.host},${other.host}`)({
      url: server.origin,
      headers: { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k', 'if-none-match': '"1"' },
    });
    expect(
      seen.map((headers) => [headers['authorization'], headers['cookie'], headers['x-api-key']]),
    ).toEqual([
      ['Bearer x', 'a=b', 'k'],
      ['Bearer x', 'a=b', 'k'],
      [undefined, undefined, undefined],
    ]);
    expect(seen.map((headers) => headers['if-none-match'])).toEqual(['"1"', '"1"', '"1"']);
  });
});
