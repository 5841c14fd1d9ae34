import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { createHash } from 'node:crypto';
import {
  type Endpoint,
  type EndpointName,
  type ErrorCode,
  endpoints,
  errorTable,
} from '@omomi/backend/contract';
import { type FakeAccount, createAccount } from './fake-account.ts';
import { handlers } from './fake-handlers.ts';
import type { FakeStore } from './fake-store.ts';
import { Refusal } from './refusal.ts';

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const match = (endpoint: Endpoint, path: string): Record<string, string> | null =>
  path.match(new RegExp(`^${endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`))?.groups ??
  (endpoint.path === path ? {} : null);

const sendError = (response: ServerResponse, code: ErrorCode, details: unknown = null): void => {
  const { status, category } = errorTable[code];
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({ error: { code, message: code, details, category, action: 'See the code.' } }),
  );
};

export type Seen = { method: string; path: string; body: string; hash: string | undefined };

/**
 * A server in memory that speaks the contract: requests and answers are checked by its schemas, so that what works
 * here works there. `seen` collects the requests.
 */
export const createFakeApi = (
  store: FakeStore,
  seen: Seen[] = [],
  fallback: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    sendError(response, 'NOT_FOUND'),
  account: FakeAccount = createAccount('local'),
): Server => {
  const table = handlers(store, account);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://fake');
    if (!url.pathname.startsWith('/api/')) return fallback(request, response);
    const bytes = await readBody(request);
    const text = bytes.toString();
    const hash = request.headers['x-amz-content-sha256'];
    seen.push({
      method: request.method ?? '',
      path: url.pathname,
      body: text,
      hash: typeof hash === 'string' ? hash : undefined,
    });
    if (request.method !== 'GET' && hash !== createHash('sha256').update(bytes).digest('hex'))
      return sendError(response, 'FORBIDDEN');
    for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
      const params = endpoint.method === request.method ? match(endpoint, url.pathname) : null;
      const handle = table[name];
      if (params === null || handle === undefined) continue;
      if (endpoint.access !== 'public' && account.via === 'none')
        return sendError(response, 'UNAUTHENTICATED');
      const query = endpoint.query?.safeParse(Object.fromEntries(url.searchParams));
      const body = endpoint.body?.safeParse(text === '' ? {} : JSON.parse(text));
      const ids = endpoint.params?.safeParse(params);
      const wrong = [query, body, ids].find((part) => part?.success === false);
      if (wrong) return sendError(response, 'VALIDATION_FAILED', wrong.error?.issues);
      try {
        const given = endpoint.rawBody ? bytes : body?.data;
        const result = handle({ params: ids?.data, query: query?.data, body: given } as never);
        if (endpoint.rawResponse) {
          response.writeHead(endpoint.status, { 'content-type': endpoint.rawResponse.type });
          response.end(result);
          return;
        }
        response.writeHead(endpoint.status, { 'content-type': 'application/json' });
        response.end(endpoint.response ? JSON.stringify(endpoint.response.parse(result)) : undefined);
      } catch (error) {
        if (error instanceof Refusal) return sendError(response, error.code, error.details);
        throw error;
      }
      return;
    }
    sendError(response, 'NOT_FOUND');
  };
  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      sendError(response, 'INTERNAL');
    });
  });
};
