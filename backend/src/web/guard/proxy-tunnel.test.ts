import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { answering, createClients, textOf } from '../../../test/harness/web/guarded-clients.ts';
import { startLoopbackServer } from '../../../test/harness/web/loopback-server.ts';
import type { Lookup } from './guarded-connector.ts';

const { client, closeAll } = createClients();
const open: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  await closeAll();
  for (const socket of sockets) socket.destroy();
  await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

/** Starts a proxy that answers each CONNECT with `answer`, and leads to the port of `target` whatever it was asked for. */
const startProxy = async (
  target: number,
  answer: (asked: string) => string = () => 'HTTP/1.1 200 Fine\r\n\r\n',
) => {
  const asked: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      const request = bytes.toString();
      asked.push(request);
      const said = answer(request);
      if (said === '') return;
      if (!said.startsWith('HTTP/1.1 200')) {
        socket.end(said);
        return;
      }
      const through = connect(target, '127.0.0.1', () => {
        socket.write(said);
        socket.pipe(through).pipe(socket);
      });
      sockets.add(through.on('error', () => {}));
    });
  });
  open.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { asked, proxy: `http://anna:planted%20secret@127.0.0.1:${port}` };
};
const publicLookup: Lookup = async () => [{ address: '93.184.215.14', family: 4 }];

describe('a proxy', () => {
  it('is asked for the address that was checked, with its own sign-in, which the site does not get', async () => {
    const headers: object[] = [];
    await using site = await startLoopbackServer((request, response) => {
      headers.push(request.headers);
      response.end('from the site');
    });
    const { asked, proxy } = await startProxy(site.port);
    const fetch = client('', { lookup: publicLookup, proxy });
    for (const path of ['/feed', '/other'])
      expect(textOf((await fetch({ url: `http://site.example:8080${path}` })).body)).toBe('from the site');
    const sign = Buffer.from('anna:planted secret').toString('base64');
    expect([...new Set(asked)]).toEqual([
      `CONNECT 93.184.215.14:8080 HTTP/1.1\r\nHost: 93.184.215.14:8080\r\nProxy-Authorization: Basic ${sign}\r\n\r\n`,
    ]);
    expect(headers).toHaveLength(2);
    expect(headers[0]).toMatchObject({ host: 'site.example:8080' });
    expect(JSON.stringify(headers)).not.toContain('proxy-authorization');
  });

  it('is given an encrypted connection for https, in the name of the site', async () => {
    let hello = '';
    const site = createServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      socket.once('data', (bytes) => {
        hello = bytes.toString('latin1');
        socket.destroy();
      });
    });
    open.push(site.listen(0, '127.0.0.1'));
    await once(site, 'listening');
    const { asked, proxy } = await startProxy((site.address() as AddressInfo).port);
    const request = client('', { lookup: publicLookup, proxy })({ url: 'https://site.example/feed' });
    await expect(request).rejects.toMatchObject({ name: 'OutboundError' });
    expect(asked[0]).toMatch(/^CONNECT 93\.184\.215\.14:443 /);
    // A ClientHello of TLS with the name of the site, and nothing in clear text.
    expect([hello.charCodeAt(0), hello.includes('site.example'), hello.includes('GET')]).toEqual([
      22,
      true,
      false,
    ]);
  });

  it('is never asked for an address that is not public, by number, by name, or after a redirect', async () => {
    await using site = await startLoopbackServer((_, response) => {
      response.writeHead(302, { location: 'http://inside.example/' }).end();
    });
    const { asked, proxy } = await startProxy(site.port);
    const lookup: Lookup = async (name) => [
      { address: name === 'inside.example' ? '169.254.169.254' : '93.184.215.14', family: 4 },
    ];
    const fetch = client('', { lookup, proxy });
    for (const url of [
      'http://127.0.0.1:8080/',
      'http://[::1]:8080/',
      'http://inside.example/',
      'http://site.example/',
    ])
      await expect(fetch({ url })).rejects.toMatchObject({ fault: 'address_refused' });
    expect(asked.map((each) => each.split(' ')[1])).toEqual(['93.184.215.14:80']);
  });

  it('is left out for hosts that the owner exempts', async () => {
    await using site = await startLoopbackServer(answering({}, 'inside'));
    const { asked, proxy } = await startProxy(site.port);
    const answer = await client(site.host, { lookup: publicLookup, proxy })({ url: `${site.origin}/` });
    expect([textOf(answer.body), asked]).toEqual(['inside', []]);
  });

  it('is asked for the next address of a name if it cannot reach one', async () => {
    await using site = await startLoopbackServer(answering({}, 'second'));
    const { asked, proxy } = await startProxy(site.port, (request) =>
      request.includes('93.184') ? 'HTTP/1.1 503 No\r\n\r\n' : 'HTTP/1.1 200 OK\r\nVia: x\r\n\r\n',
    );
    const lookup: Lookup = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '2606:2800:21f::1', family: 6 },
    ];
    const answer = await client('', { lookup, proxy })({ url: 'http://site.example/' });
    expect(textOf(answer.body)).toBe('second');
    expect(asked.map((each) => each.split(' ')[1])).toEqual(['93.184.215.14:80', '[2606:2800:21f::1]:80']);
  });

  it.each([
    ['HTTP/1.1 407 Who are you\r\n\r\n', 'The proxy does not lead to site.example (HTTP 407).'],
    ['HTTP/1.1 403 No\r\nContent-Length: 2\r\n\r\nno', 'The proxy does not lead to site.example (HTTP 403).'],
    ['SSH-2.0-OpenSSH\r\n\r\n', 'The proxy answered with something that is not HTTP.'],
    ['HTTP/1.1 200 OK\r\n\r\ntoo early', 'The proxy sent more than its answer.'],
    [`HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(3000)}`, 'The proxy answered with something that is not HTTP.'],
    ['HTTP/1.1 2', 'The proxy broke off the connection.'],
  ])('that answers %j fails with a sentence without its password', async (said, message) => {
    await using site = await startLoopbackServer(answering({}, ''));
    const { proxy } = await startProxy(site.port, () => said);
    const error: unknown = await client('', { lookup: publicLookup, proxy })({
      url: 'http://site.example/',
    }).catch((e: unknown) => e);
    expect(error).toMatchObject({ fault: 'unreachable', message });
    expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('planted');
  });

  it('that is not there, or silent, is told as that', async () => {
    const gone = client('', { lookup: publicLookup, proxy: 'http://127.0.0.1:1' });
    await expect(gone({ url: 'http://site.example/' })).rejects.toMatchObject({
      fault: 'unreachable',
      message: 'The proxy cannot be reached.',
    });
    const { proxy } = await startProxy(1, () => '');
    const silent = client('', { lookup: publicLookup, proxy });
    await expect(silent({ url: 'http://site.example/', timeoutMs: 300 })).rejects.toMatchObject({
      fault: 'timed_out',
    });
  });
});
