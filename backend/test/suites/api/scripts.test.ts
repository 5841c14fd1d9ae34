import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionUrlEvent, lambdaContext } from '../../harness/api/function-url-event.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { wireSignIn } from '../../harness/wire-client.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/scripts.md'), 'utf8');
const [shellFunction = ''] = [...page.matchAll(/^```bash\n(# omomi .*?)^```$/gms)].map(([, code]) => code);

const refusedByEdge =
  '{"message":"The request signature we calculated does not match the one you provided."}';

/**
 * Starts a server before the app that does what CloudFront and the function URL do: it refuses a write whose body is not
 * the one that the hash names, and gives the API the viewer's Authorization under another name.
 */
const startEdge = (app: TestApp): Server =>
  createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const hash = createHash('sha256').update(body).digest('hex');
    const { method = 'GET', url: path = '/', headers } = request;
    // CloudFront refuses a GET that has a body.
    const isRefused =
      method === 'GET' ? headers['content-length'] !== undefined : headers['x-amz-content-sha256'] !== hash;
    if (isRefused) {
      response.writeHead(403, { 'content-type': 'application/json' }).end(refusedByEdge);
      return;
    }
    const { authorization, 'content-type': type } = headers;
    const forwarded = { 'x-viewer-authorization': authorization, 'content-type': type, origin: undefined };
    const event = functionUrlEvent({ method, path, headers: forwarded, body: new Uint8Array(body) });
    const answer = await app.api(event, lambdaContext());
    response.writeHead(answer.statusCode ?? 200).end(answer.body);
  });

type Run = { code: number; stdout: string; stderr: string };

describe('the shell function of docs/scripts.md', () => {
  let app: TestApp;
  let edge: Server;
  let folder: string;
  let variables: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'omomi-scripts-'));
    app = await startTestApp({ signIn: wireSignIn });
    edge = startEdge(app);
    await new Promise<void>((resolve) => edge.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(edge.address() as AddressInfo).port}`;
    const user_id = 'scripts';
    const person = { email: 'scripts@reader.example', name: null };
    await app.stores.profiles.setPerson(user_id, person, app.now().toISOString());
    const { token } = await app.as(user_id).call('createToken', { body: { name: 'script', scope: 'write' } });
    variables = { OMOMI_URL: address, HOME: folder, TMPDIR: folder };
    const [, settings = ''] = /^(\(umask .*)$/m.exec(page) ?? [];
    await run(settings.replace('omomi_…', token));
  });
  afterAll(async () => {
    edge.close();
    await app.close();
    await rm(folder, { recursive: true });
  });

  const run = (script: string, ...args: string[]): Promise<Run> =>
    new Promise((resolve) => {
      const env = { PATH: process.env['PATH'] ?? '', ...variables };
      execFile('bash', ['--norc', '-c', script, 'script', ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
    });
  const omomi = (...args: string[]) => run(`${shellFunction}\nomomi "$@"`, ...args);
  const json = ({ stdout }: Run): unknown => JSON.parse(stdout);

  it('has the token in a file that nobody else may read', async () => {
    expect((await stat(join(folder, '.omomi'))).mode & 0o077).toBe(0);
  });

  it('has about a dozen lines', () => {
    expect(shellFunction.split('\n').length).toBeLessThan(22);
    expect(shellFunction).toContain('openssl dgst');
  });

  it('reads and writes where a plain request with a token is refused by the edge', async () => {
    const plain = `curl -K ~/.omomi -d '{"text": "climate"}' "$OMOMI_URL/api/keywords"`;
    expect((await run(plain)).stdout).toBe(refusedByEdge);

    const text = 'it’s "climate"\n気候 $HOME %s \\n';
    const added = await omomi('POST', '/api/keywords', JSON.stringify({ text, weight: 2 }));
    expect(added).toMatchObject({ code: 0, stderr: '' });
    const { keyword_id } = json(added) as { keyword_id: string };
    expect(json(await omomi('GET', '/api/keywords'))).toMatchObject({
      items: [{ keyword_id, text: text.replaceAll(/\s+/g, ' ').trim(), weight: 2 }],
    });
    const changed = await omomi('PUT', `/api/keywords/${keyword_id}`, '{"weight": 3}');
    expect(json(changed)).toMatchObject({ weight: 3 });
    expect(await omomi('DELETE', `/api/keywords/${keyword_id}`)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('works in a shell without the extensions of bash', async () => {
    const script = `${shellFunction}\nomomi "$@"`;
    const answer = await run(`sh -c "$1" script POST /api/jobs/fetch-feeds`, script);
    expect(answer).toMatchObject({ code: 0, stderr: '' });
    expect(json(answer)).toMatchObject({ kind: 'fetch-feeds' });
  });

  it('sends an empty body, and a file byte for byte', async () => {
    expect(json(await omomi('POST', '/api/jobs/fetch-feeds'))).toMatchObject({ kind: 'fetch-feeds' });
    const file = join(folder, 'my feeds.opml');
    const outline = '<outline type="rss" text="Café" xmlUrl="https://site.example/feed"/>';
    const opml = `<?xml version="1.0" encoding="ISO-8859-1"?><opml version="2.0"><body>${outline}</body></opml>\n\n`;
    await writeFile(file, Buffer.from(opml, 'latin1'));
    expect(json(await omomi('POST', '/api/import/opml', `@${file}`))).toMatchObject({
      kind: 'import',
    });
  });

  it('fails where the API or the edge refuses, prints why, and leaves no file behind', async () => {
    const refused = await omomi('POST', '/api/keywords', '{"text": ""}');
    expect(refused.code).toBe(22);
    expect(json(refused)).toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
    const absent = await omomi('POST', '/api/import/opml', '@/no/such/file');
    expect(absent.code).toBe(1);
    expect(absent.stderr).toContain('/no/such/file');
    expect(
      (await run('ls -A "$TMPDIR"')).stdout.split('\n').filter((name) => name.startsWith('tmp')),
    ).toEqual([]);
  });
});
