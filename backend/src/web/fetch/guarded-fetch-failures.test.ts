import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Lookup } from '../guard/guarded-connector.ts';
import { createClients } from '../../../test/harness/web/guarded-clients.ts';
import { startLoopbackServer } from '../../../test/harness/web/loopback-server.ts';

const { client, closeAll } = createClients();

afterEach(closeAll);

describe('the time limit', () => {
  it('applies to the whole request, so that a slow answer is aborted', async () => {
    await using server = await startLoopbackServer((_request, response) => {
      const drip = setInterval(() => response.write('<'), 10);
      response.on('close', () => {
        clearInterval(drip);
      });
    });
    await expect(client(server.host)({ url: server.origin, timeoutMs: 200 })).rejects.toMatchObject({
      fault: 'timed_out',
    });
  });

  it.each([
    ['headers that never end', 'HTTP/1.1 200 OK\r\nX-A: 1\r\n'],
    ['no answer', ''],
    ['a redirect whose body never ends', 'HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 10\r\n\r\nab'],
  ])('also applies to %s', async (_name, bytes) => {
    const sockets = new Set<Socket>();
    const tcp = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.write(bytes);
    });
    tcp.listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const { port } = tcp.address() as AddressInfo;
    const host = `127.0.0.1:${port}`;
    await expect(client(host)({ url: `http://${host}/`, timeoutMs: 200 })).rejects.toMatchObject({
      fault: 'timed_out',
    });
    for (const socket of sockets) socket.destroy();
    tcp.close();
  });

  it('also applies to a name that is never resolved', async () => {
    const fetch = client('', { lookup: () => new Promise(() => {}) });
    await expect(fetch({ url: 'http://slow.test/', timeoutMs: 50 })).rejects.toMatchObject({
      fault: 'timed_out',
    });
  });
});

describe('servers that do not answer', () => {
  it('distinguishes an unknown name, a closed port, a broken answer and missing TLS', async () => {
    await using server = await startLoopbackServer((request) => request.socket.destroy());
    await using short = await startLoopbackServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.socket?.destroy());
    });
    const gone = await startLoopbackServer(() => {});
    await gone[Symbol.asyncDispose]();
    const unknown: Lookup = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    };
    const fetch = client(`${server.host},${gone.host},${short.host}`);
    await expect(
      client('', { lookup: unknown })({ url: 'http://nowhere.test/?key=s' }),
    ).rejects.toMatchObject({
      fault: 'unresolved',
      message: 'nowhere.test has no address: the name does not exist.',
    });
    await expect(client('', { lookup: async () => [] })({ url: 'http://empty.test/' })).rejects.toMatchObject(
      {
        fault: 'unresolved',
      },
    );
    await expect(fetch({ url: gone.origin })).rejects.toMatchObject({
      fault: 'unreachable',
      message: '127.0.0.1 refused the connection.',
    });
    await expect(fetch({ url: server.origin })).rejects.toMatchObject({ fault: 'unreachable' });
    await expect(fetch({ url: short.origin })).rejects.toMatchObject({ fault: 'unreachable' });
    await expect(fetch({ url: server.origin.replace('http:', 'https:') })).rejects.toMatchObject({
      fault: 'tls_failed',
    });
  });

  it('reports an answer that is not HTTP', async () => {
    const tcp = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.end('SSH-2.0-OpenSSH_9.6\r\n');
    });
    tcp.listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const host = `127.0.0.1:${(tcp.address() as AddressInfo).port}`;
    await expect(client(host)({ url: `http://${host}/` })).rejects.toMatchObject({
      fault: 'unreachable',
      message: '127.0.0.1 answered with something that is not HTTP.',
    });
    tcp.close();
  });

  it('aborts running requests when it is closed', async () => {
    await using server = await startLoopbackServer(() => {});
    const fetch = client(server.host);
    const [outcome] = await Promise.allSettled([fetch({ url: server.origin }), fetch.close()]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { fault: 'unreachable' } });
  });
});
