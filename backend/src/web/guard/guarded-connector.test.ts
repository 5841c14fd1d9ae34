import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createGuardedConnector } from './guarded-connector.ts';
import type { Lookup } from './guarded-connector.ts';
import { answering, createClients, loopbackLookup } from '../../../test/harness/web/guarded-clients.ts';
import { startLoopbackServer } from '../../../test/harness/web/loopback-server.ts';

const { client, closeAll } = createClients();

afterEach(closeAll);

describe('addresses', () => {
  it('refuses loopback by number and by name unless it is allowed', async () => {
    await using server = await startLoopbackServer(answering({}, 'secret'));
    const fetch = client('');
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433']) {
      await expect(fetch({ url: `http://${host}:${server.port}/` })).rejects.toMatchObject({
        fault: 'address_refused',
      });
    }
    expect(server.connections()).toBe(0);
  });

  it('refuses a name with one private address among public ones', async () => {
    const lookup: Lookup = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    await expect(client('', { lookup })({ url: 'http://mixed.test/' })).rejects.toMatchObject({
      fault: 'address_refused',
      message: 'mixed.test is not on the public internet (private address).',
    });
  });

  it('connects to the address that was checked, even if the name then resolves differently', async () => {
    await using server = await startLoopbackServer(answering({}, 'secret'));
    const answers = ['93.184.215.14', '127.0.0.1', '127.0.0.1'];
    let lookups = 0;
    const lookup: Lookup = async () => [{ address: answers[lookups++]!, family: 4 }];
    const attempts: string[] = [];
    // Record each connection attempt and abort it, so that the test contacts no other machine.
    const onSocket = (message: unknown): void => {
      const { socket } = message as { socket: Socket };
      socket.once('connectionAttempt', (ip: string, port: number) => {
        attempts.push(`${ip}:${port}`);
        process.nextTick(() => socket.destroy(Object.assign(new Error('stopped'), { code: 'EHOSTUNREACH' })));
      });
    };
    diagnostics.subscribe('net.client.socket', onSocket);
    const fetch = client('', { lookup });
    const first = await fetch({ url: `http://rebind.test:${server.port}/` }).catch((error: unknown) => error);
    diagnostics.unsubscribe('net.client.socket', onSocket);

    expect(first).toMatchObject({ fault: 'unreachable' });
    expect(attempts).toEqual([`93.184.215.14:${server.port}`]);
    expect(lookups).toBe(1);
    await expect(fetch({ url: `http://rebind.test:${server.port}/` })).rejects.toMatchObject({
      fault: 'address_refused',
    });
    expect(server.connections()).toBe(0);
  });

  it('exempts by the name in the address, not by what it resolves to', async () => {
    await using server = await startLoopbackServer(answering({}, 'secret'));
    const fetch = client(server.host, { lookup: loopbackLookup });
    await expect(fetch({ url: `http://evil.test:${server.port}/` })).rejects.toMatchObject({
      fault: 'address_refused',
    });
    expect(server.connections()).toBe(0);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:169.254.169.254]/',
    'http://0x7f.1/',
    '//10.0.0.1/',
    'http://user:secret@example.com/',
    'file:///etc/passwd',
    'http://example.com:22/',
  ])('refuses a redirect to %s', async (location) => {
    await using server = await startLoopbackServer((_request, response) => {
      response.writeHead(302, { location }).end();
    });
    await expect(client(server.host)({ url: server.origin })).rejects.toMatchObject({
      fault: 'address_refused',
    });
  });

  it('refuses a redirect to a name that leads to a private address', async () => {
    await using server = await startLoopbackServer((request, response) => {
      if (request.headers.host === 'inside.test') response.end('secret');
      else response.writeHead(301, { location: 'http://inside.test/' }).end();
    });
    const fetch = client('outside.test', { lookup: loopbackLookup });
    await expect(fetch({ url: `http://outside.test:${server.port}/` })).rejects.toMatchObject({
      fault: 'address_refused',
    });
  });

  it('checks a numeric address directly, because it needs no lookup', async () => {
    await using server = await startLoopbackServer(answering({}, 'secret'));
    const connect = createGuardedConnector(new Set(), loopbackLookup, 1000);
    const outcome = (hostname: string): Promise<unknown> =>
      new Promise((resolve) => {
        connect({ hostname, protocol: 'http:', port: String(server.port) }, (...result) => {
          resolve(result[0] ?? result[1]);
        });
      });
    for (const hostname of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect(await outcome(hostname)).toMatchObject({ fault: 'address_refused' });
    }
    expect(server.connections()).toBe(0);
  });
});
