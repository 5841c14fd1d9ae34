import { randomUUID } from 'node:crypto';
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isClientPath } from '../../config/client-paths.ts';
import { OPENED_PATH } from '../../config/security-policy.ts';
import { ClientGoneError } from '../../lib/errors.ts';
import type { Log } from '../../logging/log.ts';
import type { ApiHandler, MetricsPage, MetricsRequest } from './app.ts';
import {
  badTarget,
  foreignHost,
  internal,
  isAddressHost,
  isOwnHost,
  largeHeaders,
  loopbackHosts,
  malformed,
  namesLoopback,
  securityHeaders,
  tooLarge,
  type Answer,
} from './refusals.ts';
import {
  createFakeContext,
  createProxyUser,
  createViewerAddress,
  fromFunctionUrlResult,
  isTooLarge,
  maxRequestHeadBytes,
  toFunctionUrlEvent,
} from './http-event.ts';
import { discardBody, discardRest, isHeldBack, readBody } from './request-body.ts';
import type { StaticFiles } from './static-files.ts';

export type HttpServerOptions = {
  api: ApiHandler;
  /** Answers `/metrics`. Default: that address is a page like any other. */
  metrics?: MetricsPage;
  /** Answers everything else outside `/api/` and the paths of other feed readers. */
  pages: StaticFiles;
  /** Allowed Host headers: `name` with the server's own port, or `name:port`. Default: the loopback names. */
  allowedHosts?: readonly string[];
  /** Proxies whose `X-Forwarded-For` is trusted, in the form of `parseTrustedProxies`. Default: none. */
  trustedProxies?: readonly string[];
  /** The header by which the trusted proxies name the viewer, in lower case. Default: none. */
  proxyHeader?: string | null;
  /** True to answer under every IP address, too, in whichever network. Default false. */
  answersToAddresses?: boolean;
  log: Log;
  now: () => Date;
};

export type HttpServer = {
  /** Resolves with the port when the server listens. Rejects with the system's error: EADDRINUSE for a port in use. */
  listen: (port: number, host: string) => Promise<number>;
  /** Accepts no new connections and resolves when the responses under way are sent. */
  close: () => Promise<void>;
  /** Closes the connections that `close` still waits for. */
  closeNow: () => void;
};

/** Time limits in milliseconds. `api` is the one of the API function, from which handlers see their time left. */
export const timeouts = { headers: 10_000, request: 60_000, keepAlive: 30_000, api: 29_000 };

const rawAnswer = ({ status, headers, body }: Answer): string => {
  const all = { ...securityHeaders, ...headers, 'content-length': body.length, connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body.toString()}`;
};

const writeHead = (response: ServerResponse, { status, headers, cookies = [], body }: Answer): void => {
  for (const [name, value] of Object.entries({ ...securityHeaders, ...headers }))
    response.setHeader(name, value);
  if (cookies.length > 0) response.setHeader('set-cookie', [...cookies]);
  if (status !== 204 && status !== 304) response.setHeader('content-length', body.length);
  response.writeHead(status);
};

/** Returns the refusal of a request that names another host or no path, or whose headers are too large; null for any other. */
const refusal = (
  request: IncomingMessage,
  target: string,
  { allowedHosts = loopbackHosts, answersToAddresses = false }: HttpServerOptions,
): Answer | null => {
  if (isTooLarge(request)) return largeHeaders;
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
  const { host } = request.headers;
  const isOwn =
    isOwnHost(host, request.socket.localPort, allowedHosts) || (answersToAddresses && isAddressHost(host));
  if (hosts.length !== 1 || !isOwn) return foreignHost;
  return target.startsWith('/') ? null : badTarget;
};

type AddressOf = (request: IncomingMessage) => string;

const createAddressOf = ({ trustedProxies = [] }: HttpServerOptions): AddressOf => {
  const addressOf = createViewerAddress(trustedProxies);
  return ({ socket, headersDistinct }) =>
    addressOf(socket.remoteAddress ?? '', headersDistinct['x-forwarded-for']?.join(','));
};

/** Creates the function that calls the API handler as a function URL does. */
const createCallApi = (options: HttpServerOptions, addressOf: AddressOf) => {
  const { api, now, log, proxyHeader = null, trustedProxies = [] } = options;
  const userOf = createProxyUser(trustedProxies, log);
  return async (
    request: IncomingMessage,
    target: string,
    body: Buffer,
    gone: AbortSignal,
  ): Promise<Answer> => {
    const event = toFunctionUrlEvent({
      method: request.method ?? 'GET',
      target,
      headers: request.headers,
      body,
      address: addressOf(request),
      proxyUser:
        proxyHeader === null
          ? null
          : userOf(request.socket.remoteAddress ?? '', request.headersDistinct[proxyHeader]),
      requestId: randomUUID(),
      receivedAt: now(),
    });
    const context = createFakeContext({ functionName: 'api', timeout: timeouts.api, now });
    return fromFunctionUrlResult(await api(event, context, gone));
  };
};

/** The headers that proxies add, of which each adds at least one. */
const ofProxies =
  /^(via|forwarded|x-forwarded-.+|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip)$/;

const metricsRequest = ({ method = 'GET', headers }: IncomingMessage, address: string): MetricsRequest => ({
  method,
  address,
  // A proxy on this machine has its address, and may hand on the host that the viewer asked for.
  isForwarded: Object.keys(headers).some((name) => ofProxies.test(name)) || !namesLoopback(headers.host),
  authorization: headers.authorization,
});

/** Creates the function that returns the answer to a request: a refusal, a page, or the answer of the API handler. */
const createAnswer = (options: HttpServerOptions) => {
  const { pages, metrics } = options;
  const addressOf = createAddressOf(options);
  const callApi = createCallApi(options, addressOf);
  return async (request: IncomingMessage, gone: AbortSignal): Promise<Answer> => {
    const target = request.url ?? '';
    const refused = refusal(request, target, options);
    if (refused !== null) return refused;
    const [path = ''] = target.split('?', 1);
    if (path === '/metrics' && metrics !== undefined)
      return metrics(metricsRequest(request, addressOf(request)));
    if (!path.startsWith('/api/') && !isClientPath(path)) {
      const page = await pages({ method: request.method ?? 'GET', path, headers: request.headers });
      return path === OPENED_PATH
        ? { ...page, headers: { ...page.headers, 'cross-origin-opener-policy': 'unsafe-none' } }
        : page;
    }
    const body = await readBody(request);
    return body === 'too large' ? tooLarge : callApi(request, target, body, gone);
  };
};

type State = { busy: WeakSet<Duplex>; isClosing: boolean };

/** Creates the listener that answers each request and records which connections are being answered. */
const createHandle = (options: HttpServerOptions, state: State) => {
  const { log } = options;
  const answer = createAnswer(options);

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, socket } = request;
    state.busy.add(socket);
    const gone = new AbortController();
    response.once('close', () => {
      state.busy.delete(socket);
      if (!response.writableEnded) gone.abort(new ClientGoneError());
    });
    const found = await answer(request, gone.signal).catch((error: unknown) => {
      if (!request.complete && request.destroyed) return null;
      log.error('request failed', { method, error });
      return internal;
    });
    if (found === null || response.destroyed) return;
    // A client that still sends its body loses the answer if the connection is reset. So the rest of the body is read
    // before the connection ends.
    const isUnread = !request.complete;
    if (isUnread || state.isClosing) response.setHeader('connection', 'close');
    writeHead(response, found);
    if (method !== 'HEAD') response.write(found.body);
    if (isUnread && !isHeldBack(request)) await discardBody(request);
    response.end();
  };

  return (request: IncomingMessage, response: ServerResponse): void => {
    respond(request, response).catch((error: unknown) => {
      log.error('answer failed', { method: request.method, error });
      if (response.headersSent) response.destroy();
      else {
        for (const name of response.getHeaderNames()) response.removeHeader(name);
        writeHead(response, internal);
        response.end(internal.body);
      }
    });
  };
};

/** Starts to listen. Resolves with the port or rejects with the system's error; later errors are logged. */
const listen = (server: Server, log: Log, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      server.on('error', (error) => log.error('http server failed', { error }));
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port);
    });
  });

/** Creates an HTTP/1.1 server that replaces CloudFront: it serves the pages, and the API handler under `/api/` and the paths of other feed readers. */
export const createHttpServer = (options: HttpServerOptions): HttpServer => {
  const state: State = { busy: new WeakSet(), isClosing: false };
  const handle = createHandle(options, state);
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.keepAlive,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: maxRequestHeadBytes,
    },
    handle,
  );
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!isHeldBack(request)) response.writeContinue();
    handle(request, response);
  });
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Ignore errors after the first: this connection was refused already.
    if (refused.has(socket)) return;
    if (state.busy.has(socket) || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else {
      refused.add(socket);
      socket.end(rawAnswer(malformed(error.code ?? '')));
      discardRest(socket);
    }
  });

  return {
    listen: (port, host) => listen(server, options.log, port, host),
    close: () =>
      new Promise((resolve) => {
        state.isClosing = true;
        server.close(() => resolve());
      }),
    closeNow: () => server.closeAllConnections(),
  };
};
