import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { testCommit } from '../test-settings.ts';

export const fakeToken = 'omomi_fake';

export type FakeAnswer = { status: number; headers?: Record<string, string>; body?: unknown };
type Answering = (asked: { request: IncomingMessage; body: string }) => FakeAnswer | Promise<FakeAnswer>;

const page = (script: string): FakeAnswer => ({ status: 200, body: `<!doctype html>${script}` });
const refused: FakeAnswer = { status: 401, body: { error: { code: 'UNAUTHENTICATED' } } };

const nowhere: Answering = () => ({ status: 404, body: 'nothing' });

/**
 * Starts a deployment that works, of what the smoke run asks. `broken` answers some requests in another way, by method and path
 * without query. `feeds` are those that the reader follows.
 */
export const startFakeDeployment = async (broken: Record<string, Answering> = {}) => {
  const feeds = new Map<string, { feed_id: string; url: string; folder: string | null }>();
  const asked: string[] = [];
  const answers: Record<string, Answering> = {
    'GET /api/health': () => ({ status: 200, body: { status: 'ok', version: '1.2.3', commit: testCommit } }),
    'GET /': () => page('<script type="module" crossorigin src="/assets/index-1a2b3c4d.js"></script>'),
    'GET /assets/index-1a2b3c4d.js': () => ({ status: 200, headers: { 'content-type': 'text/javascript' } }),
    'GET /api/auth/providers': () => ({ status: 200, body: { providers: [{ provider: 'google' }] } }),
    'GET /api/auth/login': () => ({
      status: 302,
      headers: { location: 'https://accounts.example/authorize?state=secret' },
    }),
    'GET /api/me': ({ request }) =>
      request.headers.authorization === `Bearer ${fakeToken}` ? { status: 200, body: {} } : refused,
    'GET /api/feeds': () => ({ status: 200, body: { items: [...feeds.values()] } }),
    'POST /api/feeds': ({ request, body }) => {
      const digest = createHash('sha256').update(body).digest('hex');
      if (request.headers['x-amz-content-sha256'] !== digest) return { status: 403, body: 'signature' };
      const followed = { feed_id: '00000000000000f1', ...JSON.parse(body) };
      if ([...feeds.values()].some(({ url }) => url === followed.url)) return { status: 409 };
      feeds.set(followed.feed_id, followed);
      return { status: 201, body: followed };
    },
    'GET /api/articles': () => ({ status: 200, body: { items: [{ article_id: 'a1', title: 'News' }] } }),
    'GET /api/articles/a1': () => ({ status: 200, body: {} }),
    'DELETE /api/feeds': ({ request }) => {
      feeds.delete(request.url?.split('/').at(-1) ?? '');
      return { status: 204 };
    },
    ...broken,
  };
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const path = url.replace(/\?.*/, '');
    const what = `${method} ${method === 'DELETE' ? '/api/feeds' : path}`;
    asked.push(what);
    const answering = answers[what] ?? nowhere;
    const { status, headers, body = '' } = await answering({ request, body: await text(request) });
    response
      .writeHead(status, { 'content-type': 'text/html', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    feeds,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
