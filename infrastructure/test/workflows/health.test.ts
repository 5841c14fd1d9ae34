import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';

const script = join(import.meta.dirname, '../../../.github/scripts/health.sh');
let server: Server;

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Starts a server that answers with these statuses, one after another, and repeats the last one. */
const startServer = async (...statuses: number[]): Promise<{ url: string; paths: string[] }> => {
  const paths: string[] = [];
  server = createServer((request, response) => {
    paths.push(request.url ?? '');
    const status = statuses.length > 1 ? statuses.shift()! : statuses[0]!;
    response.writeHead(status).end(status === 200 ? '{"status":"ok"}' : '{"code":"UNHEALTHY"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths };
};

const runHealth = async (url: string) => {
  const child = spawn(script, [url], { env: { ...process.env, HEALTH_PAUSE_SECONDS: '0' } });
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { status: child.exitCode, stderr };
};

describe('the health check after a deployment', () => {
  it('passes once the deployment answers, after several attempts if necessary', async () => {
    const { url, paths } = await startServer(502, 503, 200);
    expect(await runHealth(url)).toMatchObject({ status: 0 });
    expect(paths).toEqual(['/api/health', '/api/health', '/api/health']);
  });

  it('fails if the deployment stays unhealthy, and prints its answer', async () => {
    const { url, paths } = await startServer(503);
    const { status, stderr } = await runHealth(url);
    expect(status).toBe(1);
    expect(stderr).toContain('503');
    expect(stderr).toContain('UNHEALTHY');
    expect(paths.length).toBeGreaterThan(5);
  });

  it('fails if a page is returned instead of the answer', async () => {
    const { url } = await startServer(404);
    expect(await runHealth(url)).toMatchObject({ status: 1 });
  });
});
