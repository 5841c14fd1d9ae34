import { createReadStream, existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { parseArgs } from 'node:util';
import { createAccount } from './fake-account.ts';
import { createFakeApi } from './fake-api.ts';
import { fullWorld } from './fake-data.ts';
import { createStore } from './fake-store.ts';

// The built application over the fake API, under the content security policy it will be served with:
// node frontend/test/serve-fake.ts --port 8402 [--empty] [--keywords] [--via local|session|none]
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8402' },
    empty: { type: 'boolean', default: false },
    keywords: { type: 'boolean', default: false },
    via: { type: 'string', default: 'local' },
  },
});

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const policy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' https: data:; connect-src 'self'";
const dist = join(import.meta.dirname, '..', 'dist');

const serveFile = (request: IncomingMessage, response: ServerResponse): void => {
  const path = normalize(new URL(request.url ?? '/', 'http://fake').pathname);
  // A path without a file's ending is a page of the application.
  const file = join(dist, extname(path) === '' ? 'index.html' : path);
  if (!file.startsWith(dist) || !existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'content-security-policy': policy,
  });
  createReadStream(file).pipe(response);
};

const now = (): Date => new Date();
const store = createStore(values.empty ? { feeds: [], articles: [] } : fullWorld(now()), now);
if (values.keywords) {
  store.addKeyword('ukraine', 2, true);
  store.addKeyword('apple', 1, true);
  store.addKeyword('climate', 0.5, true);
  store.addKeyword('気候', 1.5, true);
  store.addKeyword('データベース', 1, true);
  store.addKeyword('golf', 3, false);
  store.rescore();
  const unscored = [...store.articles.values()].slice(6, 8);
  for (const article of unscored) Object.assign(article, { importance_score: null, top_reasons: [] });
}
const [first] = store.articles.values();
if (first !== undefined) first.is_former_feed = true;
const account = createAccount(values.via === 'session' || values.via === 'none' ? values.via : 'local');
createFakeApi(store, [], serveFile, account).listen(Number(values.port), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${values.port}`);
});
