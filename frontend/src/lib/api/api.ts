import {
  type ClientRequestOf,
  type Endpoint,
  type EndpointName,
  type Endpoints,
  type ResponseOf,
  errorBody,
  readingEndpoints,
} from '@omomi/backend/contract';
import { noteReached } from '../offline/connection.ts';
import { KEPT_HEADER } from '../offline/kept-answers.ts';
import { noteServerTime } from '../clock.ts';
import { ApiError, badAnswer, isErrorCode, offline, overloaded } from './api-error.ts';
import { recover } from './missing-file.ts';

/**
 * Returns the SHA-256, in hex, of bytes or of a text in UTF-8. Null if the browser offers no Web Crypto, as on plain
 * http outside loopback. CloudFront, which needs the hash, is never reached that way.
 */
const sha256Hex = async (data: string | Uint8Array): Promise<string | null> => {
  if (!globalThis.isSecureContext && typeof window !== 'undefined') return null;
  const digest = await crypto.subtle.digest(
    'SHA-256',
    typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data),
  );
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

type Send = (path: string, init: RequestInit) => Promise<Response>;

type Part<T, K extends string> = [T] extends [undefined] ? { [P in K]?: never } : { [P in K]: T };

/**
 * The parts of a request to endpoint E, and a signal that aborts it. With `keepalive` the browser finishes the request
 * although the page is closed; all such bodies that are on their way together have 64 KB at most.
 */
type CallInput<E extends Endpoint> = Part<ClientRequestOf<E>['params'], 'params'> &
  Part<ClientRequestOf<E>['query'], 'query'> &
  Part<ClientRequestOf<E>['body'], 'body'> & { signal?: AbortSignal; keepalive?: boolean };

type Call = <N extends EndpointName>(
  name: N,
  input: CallInput<Endpoints[N]>,
) => Promise<ResponseOf<Endpoints[N]>>;

type LooseInput = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  keepalive?: boolean;
};

/** Returns the path and query of a request. Query values other than numbers and non-empty texts are left out. */
const addressOf = (endpoint: Endpoint, input: Pick<LooseInput, 'params' | 'query'>): string => {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && text !== '') query.set(name, text);
  }
  return query.size === 0 ? path : `${path}?${query}`;
};

const failureOf = async (response: Response): Promise<ApiError> => {
  const parsed = errorBody.safeParse(await response.json().catch(() => null));
  if (!parsed.success && response.status === 429) return overloaded();
  if (!parsed.success) return badAnswer(response.status, `status ${response.status} and no explanation`);
  const { error } = parsed.data;
  return new ApiError({ ...error, code: isErrorCode(error.code) ? error.code : 'INTERNAL' }, response.status);
};

/** Returns the body of a request and its content type; null if the endpoint takes none. */
const bodyOf = (
  { body, rawBody }: Endpoint,
  given: unknown,
): { type: string; content: string | Uint8Array<ArrayBuffer> } | null => {
  if (rawBody !== undefined) {
    const bytes = given instanceof Uint8Array ? new Uint8Array(given) : new Uint8Array();
    return { type: rawBody.type, content: bytes };
  }
  return body === undefined ? null : { type: 'application/json', content: JSON.stringify(given ?? {}) };
};

const initOf = async (endpoint: Endpoint, input: LooseInput): Promise<RequestInit> => {
  const init: RequestInit = { method: endpoint.method, headers: { accept: 'application/json' } };
  if (input.signal) init.signal = input.signal;
  if (input.keepalive) init.keepalive = true;
  if (endpoint.method === 'GET') return init;
  // Behind CloudFront, Lambda accepts only signed payloads, so every body needs its hash, even an empty one.
  const body = bodyOf(endpoint, input.body);
  const hash = await sha256Hex(body?.content ?? '');
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== null) headers['content-type'] = body.type;
  if (hash !== null) headers['x-amz-content-sha256'] = hash;
  return body === null ? { ...init, headers } : { ...init, headers, body: body.content };
};

const isOfReading = (name: EndpointName): name is keyof typeof readingEndpoints =>
  Object.hasOwn(readingEndpoints, name);

/** Returns an endpoint. @throws an ApiError if the file of the rarer ones cannot be loaded; see `recover`. */
const endpointNamed = async (name: EndpointName): Promise<Endpoint> => {
  if (isOfReading(name)) return readingEndpoints[name];
  const { managingEndpoints } = await import('./managing-endpoints.ts').catch(recover);
  return managingEndpoints[name];
};

/**
 * Creates a client of the contract: `call('listFeeds', {})` returns the response as parsed by the endpoint's schema.
 * `call` throws an ApiError for every failure except an abort, for which it throws the AbortError.
 */
export const createCall = (send: Send): Call => {
  // Only overloads of a function declaration can derive the result's type from the name without a cast.
  function call<N extends EndpointName>(
    name: N,
    input: CallInput<Endpoints[N]>,
  ): Promise<ResponseOf<Endpoints[N]>>;
  async function call(name: EndpointName, input: LooseInput): Promise<unknown> {
    const endpoint = await endpointNamed(name);
    const response = await send(addressOf(endpoint, input), await initOf(endpoint, input)).catch(
      (error: unknown) => {
        if (input.signal?.aborted) throw error;
        throw offline();
      },
    );
    if (!response.ok) throw await failureOf(response);
    if (endpoint.rawResponse) return response.text();
    const schema =
      response.status === 202 ? (endpoint.acceptedResponse ?? endpoint.response) : endpoint.response;
    if (!schema) return undefined;
    const json: unknown = await response.json().catch(() => undefined);
    const parsed = schema.safeParse(json);
    if (!parsed.success) throw badAnswer(response.status, `something else than ${name} promises`);
    return parsed.data;
  }
  return call;
};

export const call = createCall(async (path, init) => {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted !== true) noteReached(false);
    throw error;
  }
  const isKept = response.headers.has(KEPT_HEADER);
  noteReached(!isKept);
  // The date of a kept answer is long past.
  if (!isKept) noteServerTime(response.headers.get('date'));
  return response;
});
