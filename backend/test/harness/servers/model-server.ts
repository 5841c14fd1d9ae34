import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  createServer as createHttp2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import { type AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { CallTuning } from '../../../src/scoring/embedders/model-call.ts';

export type ModelCall = { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> };
/** The answer of the model server; with `hang` it never answers. */
export type ModelAnswer =
  | { status?: number; headers?: Record<string, string>; body: unknown }
  | { text: string }
  | 'hang';

/**
 * Starts a model server on loopback. It answers each call as told and records the requests. Amazon's client uses
 * HTTP/2.
 */
export const startModel = async (
  answer: (call: ModelCall, at: number) => ModelAnswer,
  protocol: 'http1' | 'http2' = 'http1',
) => {
  const calls: ModelCall[] = [];
  let underWay = 0;
  let mostUnderWay = 0;
  const listener = (
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
  ) => {
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    response.on('close', () => {
      underWay -= 1;
    });
    void (async () => {
      const body = JSON.parse(await readText(request)) as Record<string, unknown>;
      const call = { path: decodeURIComponent(request.url ?? ''), headers: request.headers, body };
      calls.push(call);
      const given = answer(call, calls.length - 1);
      if (given === 'hang') return;
      const isText = 'text' in given;
      response.statusCode = isText ? 200 : (given.status ?? 200);
      const headers = { 'content-type': 'application/json', ...(isText ? {} : given.headers) };
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.end(isText ? given.text : JSON.stringify(given.body));
    })();
  };
  const sessions = new Set<{ destroy: () => void }>();
  const server = protocol === 'http1' ? createServer(listener) : createHttp2Server(listener);
  server.on(protocol === 'http1' ? 'connection' : 'session', (session) => sessions.add(session));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    mostUnderWay: () => mostUnderWay,
    close: () => {
      for (const session of sessions) session.destroy();
      server.close();
    },
  };
};

/** Returns tuning that never waits and records the requested pauses. */
export const testTuning = (changes: Partial<CallTuning> = {}) => {
  const pauses: number[] = [];
  const tuning: CallTuning = {
    timeoutMs: 5_000,
    attempts: 3,
    concurrency: 4,
    baseDelayMs: 100,
    delay: async (milliseconds) => {
      pauses.push(milliseconds);
    },
    random: () => 0.5,
    ...changes,
  };
  return { tuning, pauses };
};

/** Returns a vector that depends on the length of the text. */
export const vectorFor = (text: string, dimension: number): number[] =>
  Array.from({ length: dimension }, (_, at) => Math.sin((text.length + 1) * (at + 1)));
