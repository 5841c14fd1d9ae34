import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';

const script = join(import.meta.dirname, '../../../.github/scripts/while-asking.mjs');
let server: Server | undefined;
let paths: string[] = [];

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  paths = [];
});

/** Starts a server that answers with this status. */
const startServer = async (status: number): Promise<string> => {
  server = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.writeHead(status).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Runs the script, whose command goes on until its input ends; that is once the server was asked so often. */
const runWhile = async (address: string, times: number, ...command: string[]) => {
  const child = spawn(process.execPath, [script, address, ...command], {
    env: { ...process.env, ASK_PAUSE_MS: '5' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  while (paths.length < times && child.exitCode === null) await new Promise(setImmediate);
  child.stdin.end();
  const [stdout] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: child.exitCode, stdout };
};

describe('a deployment that is asked while it is updated', () => {
  it('is asked for its health again and again, through the distribution', async () => {
    const { status, stdout } = await runWhile(await startServer(200), 3, 'cat');
    expect(status).toBe(0);
    expect(new Set(paths)).toEqual(new Set(['/api/health']));
    expect(stdout).toMatch(/\/api\/health meanwhile: 200: [1-9]/);
  });

  it('fails if the command fails, whatever it answers, and only then', async () => {
    const failing = ['bash', '-c', 'cat; exit 7'];
    expect((await runWhile(await startServer(200), 1, ...failing)).status).toBe(7);
    expect((await runWhile(await startServer(502), 2, 'cat')).status).toBe(0);
    expect((await runWhile('http://127.0.0.1:1', 0, 'cat')).status).toBe(0);
    expect((await runWhile('http://127.0.0.1:1', 0, 'no-such-command')).status).toBe(1);
    expect((await runWhile('http://127.0.0.1:1', 0, 'bash', '-c', 'kill -9 $$')).status).toBe(1);
  });
});
