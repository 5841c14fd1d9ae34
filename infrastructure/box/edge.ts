import { createContext, runInContext } from 'node:vm';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';
import type { Behaviour, CachePolicy, DistributionSpec } from './distribution.ts';
import type { Answer } from './service.ts';
import { like } from './rights.ts';

/** A request of a viewer; header names in lower case. */
export type ViewerRequest = {
  method: string;
  /** The path and the query as they were sent, the query without its `?`. */
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  address: string;
};

/** Answers a request that the distribution sends, signed by its origin access control where the origin has one. */
export type Origin = (request: ViewerRequest) => Promise<Answer> | Answer;

type Headers = Record<string, { value: string }>;
export type EdgeEvent = {
  viewer: { ip: string };
  request: { method: string; uri: string; querystring: object; headers: Headers; cookies: object };
};
/** The answer of a function that does not hand the request on. */
type EdgeAnswer = { statusCode: number; headers: Headers; body: { data: string } };
export type EdgeFunction = { handler: (event: EdgeEvent) => EdgeEvent['request'] | EdgeAnswer };

/** Headers of one connection, which no proxy hands on. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** Matches the types of Omomi's answers that the distribution compresses. */
const compressible =
  /^(text\/(html|css|plain|javascript|xml|csv)|application\/(javascript|json|xml|rss\+xml|wasm)|image\/svg\+xml|font\/.*)(;|$)/;
const SMALLEST = 1_000;
const LARGEST = 10_000_000;

const textOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

/**
 * Loads a function of the edge into a context that has the language alone, and the module `cloudfront` if its first line imports it,
 * with the one method that the code uses: `select` receives the id of the origin that gets the request instead.
 */
export const loadEdgeFunction = (code: string, select: (originId: string) => void): EdgeFunction => {
  const context = createContext({ cf: { selectRequestOriginById: select } });
  runInContext(code.replace(/^import cf from 'cloudfront';/, ''), context);
  // The code defines it.
  return context as unknown as EdgeFunction;
};

/** Returns the seconds for which an answer is kept, from the policy and what the origin says. */
const secondsOf = ({ minimum, usual, maximum }: CachePolicy, { status, headers = {} }: Answer): number => {
  if (status >= 400) return 0;
  const control = textOf(headers['cache-control']) ?? '';
  if (/no-cache|no-store|private/.test(control)) return minimum;
  const age = /s-maxage=(\d+)/.exec(control) ?? /max-age=(\d+)/.exec(control);
  return Math.min(Math.max(age === null ? usual : Number(age[1]), minimum), maximum);
};

/** Returns the encoding in which a viewer gets an answer: Brotli before gzip; undefined for none. */
const encodingFor = ({ cache, compresses }: Behaviour, headers: IncomingHttpHeaders): string | undefined => {
  const accepted = textOf(headers['accept-encoding']) ?? '';
  return compresses ? cache.encodings.find((encoding) => accepted.includes(encoding)) : undefined;
};

const compressed = (answer: Answer, encoding: string | undefined): Answer => {
  const { headers = {}, body } = answer;
  const type = textOf(headers['content-type']) ?? '';
  const bytes = Buffer.from(body ?? '');
  const fits = bytes.length >= SMALLEST && bytes.length <= LARGEST;
  if (encoding === undefined || !fits || !compressible.test(type) || 'content-encoding' in headers)
    return answer;
  const packed = encoding === 'br' ? brotliCompressSync(bytes) : gzipSync(bytes);
  const { 'content-length': _, etag, ...kept } = headers;
  const weak = etag === undefined ? {} : { etag: `W/${String(etag).replace(/^W\//, '')}` };
  return {
    ...answer,
    headers: { ...kept, ...weak, 'content-encoding': encoding, vary: 'Accept-Encoding' },
    body: packed,
  };
};

/** Adds the headers of the behaviour's policy. */
const withAdded = ({ adds }: Behaviour, answer: Answer): Answer => {
  const headers = { ...answer.headers };
  for (const { name, value, overrides } of adds)
    if (overrides || headers[name] === undefined) headers[name] = value;
  return { ...answer, headers };
};

/**
 * Creates the distribution as its template says: the behaviour of a path, the function that runs first, the cache, what
 * reaches the origin, compression and added headers. `now` returns milliseconds.
 */
export const createEdge = (
  { behaviours, rootObject, origins: specs }: DistributionSpec,
  origins: Readonly<Record<Behaviour['to']['origin'], Origin>>,
  now: () => number,
) => {
  let selected: Behaviour['to'] | undefined;
  const select = (originId: string): void => {
    selected = specs.get(originId);
    if (selected === undefined) throw new Error(`the distribution has no origin ${originId}`);
  };
  const functions = new Map(
    behaviours.flatMap(({ viewerRequest: code }): [string, EdgeFunction][] =>
      code === undefined ? [] : [[code, loadEdgeFunction(code, select)]],
    ),
  );
  const kept = new Map<string, { answer: Answer; at: number; until: number }>();

  /** Runs the function of a behaviour, which may change the path, the headers and the origin, or answer itself. */
  const passFunction = (
    behaviour: Behaviour,
    viewer: ViewerRequest,
  ): Answer | (ViewerRequest & Pick<Behaviour, 'to'>) => {
    const run = functions.get(behaviour.viewerRequest ?? '');
    if (run === undefined) return { ...viewer, to: behaviour.to };
    selected = undefined;
    const { method, path: uri, address: ip } = viewer;
    const headers: Headers = Object.fromEntries(
      Object.entries(viewer.headers)
        .filter(([name]) => name !== 'cookie')
        .map(([name, value]) => [name, { value: textOf(value) ?? '' }]),
    );
    const passed = run.handler({
      viewer: { ip },
      request: { method, uri, querystring: {}, headers, cookies: {} },
    });
    if ('statusCode' in passed) {
      const named = Object.entries(passed.headers).map(([name, { value }]) => [name, value]);
      return { status: passed.statusCode, headers: Object.fromEntries(named), body: passed.body.data };
    }
    const cookie = viewer.headers.cookie === undefined ? {} : { cookie: viewer.headers.cookie };
    return {
      ...viewer,
      to: selected ?? behaviour.to,
      path: passed.uri,
      headers: {
        ...Object.fromEntries(Object.entries(passed.headers).map(([name, { value }]) => [name, value])),
        ...cookie,
      },
    };
  };

  /** Returns what of a request reaches the origin. */
  const forwarded = (
    { request, cache }: Behaviour,
    { to: { sends }, ...viewer }: ViewerRequest & Pick<Behaviour, 'to'>,
  ): ViewerRequest => {
    const { headers: asked, cookies, query } = request;
    const isSent = (name: string): boolean => {
      if (ofConnection.has(name) || name === 'host' || name === 'authorization') return false;
      if (name === 'cookie') return cookies;
      if (name === 'x-amz-content-sha256' || name === 'content-type' || name === 'content-length')
        return true;
      return asked === 'all' || (asked !== 'none' && asked.includes(name));
    };
    return {
      ...viewer,
      query: query || cache.byQuery ? viewer.query : '',
      headers: {
        'user-agent': 'Amazon CloudFront',
        ...Object.fromEntries(Object.entries(viewer.headers).filter(([name]) => isSent(name))),
        ...sends,
      },
    };
  };

  return async (request: ViewerRequest): Promise<Answer> => {
    const at = behaviours.findIndex(({ pattern }) => like(pattern, request.path));
    const behaviour = behaviours[at]!;
    if (!behaviour.methods.includes(request.method)) return { status: 403, body: 'method not allowed' };
    const passed = passFunction(behaviour, request);
    if ('status' in passed) return withAdded(behaviour, passed);
    const path = passed.path === '/' ? `/${rootObject}` : passed.path;
    const viewer = { ...passed, path };
    const encoding = encodingFor(behaviour, request.headers);
    const isCached = ['GET', 'HEAD'].includes(request.method) && behaviour.cache.maximum > 0;
    const key = JSON.stringify([at, path, behaviour.cache.byQuery ? request.query : '', encoding ?? '']);
    const known = kept.get(key);
    const isHit = isCached && known !== undefined && known.until > now();
    const origin = () => origins[viewer.to.origin](forwarded(behaviour, viewer));
    const found = isHit ? known.answer : compressed(await origin(), isCached ? encoding : undefined);
    const seconds = secondsOf(behaviour.cache, found);
    if (isCached && !isHit && seconds > 0 && request.method === 'GET')
      kept.set(key, { answer: found, at: now(), until: now() + seconds * 1000 });
    const told = isHit ? { age: String(Math.floor((now() - known.at) / 1000)) } : {};
    const { status, headers, body } = withAdded(behaviour, found);
    const etag = headers?.['etag'];
    const answer = {
      headers: { ...headers, ...told, 'x-cache': `${isHit ? 'Hit' : 'Miss'} from cloudfront` },
    };
    if (status === 200 && etag !== undefined && request.headers['if-none-match'] === etag)
      return { status: 304, ...answer };
    return { status, ...answer, ...(body === undefined ? {} : { body }) };
  };
};
