import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import ipaddr from 'ipaddr.js';
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Log } from '../../logging/log.ts';
import type { Answer } from './refusals.ts';

export type RawRequest = {
  method: string;
  /** Path and query as received, still percent-encoded. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  address: string;
  /** The name that a trusted proxy gives the viewer; null if none does. */
  proxyUser: string | null;
  requestId: string;
  receivedAt: Date;
};

/** The host that the function sees: its own name, never the one that the viewer requested. */
const functionHost = 'omomi.lambda-url.local.on.aws';

/** Headers not passed on: they belong to one connection, the signature replaces them, or only CloudFront sets them. */
const dropped = new Set([
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'cookie',
  'authorization',
  'x-viewer-address',
  'x-viewer-user',
  'x-viewer-host',
  'x-viewer-authorization',
]);

const textTypes = /^(text\/.*|application\/(json|xml|javascript|[\w.-]+\+(json|xml)))$/;

const isText = (contentType: string | undefined, body: Buffer): boolean => {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return textTypes.test(type) && isUtf8(body);
};

const eventHeaders = ({ headers, address, proxyUser }: RawRequest): Record<string, string> => {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || dropped.has(name)) continue;
    kept[name] = Array.isArray(value) ? value.join(',') : value;
  }
  return {
    ...kept,
    host: functionHost,
    'x-forwarded-for':
      kept['x-forwarded-for'] === undefined ? address : `${kept['x-forwarded-for']}, ${address}`,
    'x-viewer-address': address,
    ...(proxyUser === null ? {} : { 'x-viewer-user': proxyUser }),
    ...(headers.host === undefined ? {} : { 'x-viewer-host': headers.host }),
    ...(headers.authorization === undefined ? {} : { 'x-viewer-authorization': headers.authorization }),
  };
};

const queryParameters = (query: string): Record<string, string> | undefined => {
  if (query === '') return undefined;
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(values);
};

/** Returns the event, payload format 2.0, that CloudFront and the function URL create from this request. */
export const toFunctionUrlEvent = (request: RawRequest): APIGatewayProxyEventV2 => {
  const { method, target, headers, body, address, requestId, receivedAt } = request;
  const queryAt = target.indexOf('?');
  const rawPath = queryAt === -1 ? target : target.slice(0, queryAt);
  const rawQueryString = queryAt === -1 ? '' : target.slice(queryAt + 1);
  const queryStringParameters = queryParameters(rawQueryString);
  const cookies = headers.cookie?.split(';').map((cookie) => cookie.trim());
  const asText = isText(headers['content-type'], body);
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    ...(cookies === undefined ? {} : { cookies }),
    headers: eventHeaders(request),
    ...(queryStringParameters === undefined ? {} : { queryStringParameters }),
    requestContext: {
      accountId: 'anonymous',
      apiId: 'omomi',
      domainName: functionHost,
      domainPrefix: 'omomi',
      http: {
        method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: address,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey: '$default',
      stage: '$default',
      time: receivedAt.toISOString(),
      timeEpoch: receivedAt.getTime(),
    },
    ...(body.length === 0 ? {} : { body: body.toString(asText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !asText,
  };
};

/** Returns the response that the function URL creates from a handler's result. */
export const fromFunctionUrlResult = (result: APIGatewayProxyStructuredResultV2): Answer => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(result.headers ?? {}))
    headers[name.toLowerCase()] = String(value);
  return {
    status: result.statusCode ?? 200,
    headers: { 'content-type': 'application/json', ...headers },
    cookies: result.cookies ?? [],
    body: Buffer.from(result.body ?? '', result.isBase64Encoded === true ? 'base64' : 'utf8'),
  };
};

/** Returns an IP address in its normal form, IPv4 in IPv6 as IPv4; null for other text, such as a proxy's `unknown`. */
const normal = (text: string): string | null => (isIP(text) === 0 ? null : ipaddr.process(text).toString());

/** Returns an IP address in its normal form, and other text as it is. */
const normalAddress = (text: string): string => normal(text) ?? text;

/** Returns the address of a hop, which proxies write with or without brackets and port; null if it has none. */
const hopAddress = (hop: string): string | null => {
  const text = hop.trim();
  return normal(text) ?? normal(text.replace(/^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/, '$1$2'));
};

/** Returns the addresses in a list separated by commas, in their normal form; null if one is not an IP address. */
export const parseTrustedProxies = (text: string): string[] | null => {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const addresses = names.map(normal);
  return addresses.every((address) => address !== null) ? addresses : null;
};

/** Returns the name that a proxy gives the viewer, from the connection's peer and the values of the header. */
export type ProxyUser = (peer: string, values: readonly string[] | undefined) => string | null;

/** Returns the name in a header of a proxy; null for one that is no name. */
const nameIn = (value: string): string | null => {
  // Node reads header values as Latin-1, and proxies send names in UTF-8.
  const bytes = Buffer.from(value, 'latin1');
  const name = (isUtf8(bytes) ? bytes.toString() : '').trim();
  return name === '' || name.length > 200 || /\p{Cc}/u.test(name) ? null : name;
};

/**
 * Creates the function that finds the viewer's name in the proxy's header. Only a trusted peer is believed. Of two values
 * one may be the viewer's own, which the proxy handed on, so neither counts, nor does one of more than 200 characters. Each
 * reason to drop a header is logged once, because whoever sets up a proxy sees nothing but the page to sign in.
 */
export const createProxyUser = (trusted: readonly string[], log: Log): ProxyUser => {
  const told = new Set<string>();
  const drop = (why: string, facts: Record<string, string> = {}): null => {
    if (!told.has(why)) log.warn('the header of the proxy was dropped', { why, ...facts });
    told.add(why);
    return null;
  };
  return (peer, values) => {
    // Some proxies send it empty for whoever they have not signed in.
    if (values === undefined || values.every((value) => value.trim() === '')) return null;
    const address = normalAddress(peer);
    if (!trusted.includes(address))
      return drop('it came from an address that is not in TRUSTED_PROXY', { address });
    if (values.length !== 1) return drop('it came twice; the proxy must drop that of the browser');
    const name = nameIn(values[0] ?? '');
    return name ?? drop('it is no UTF-8, has control characters, or is longer than 200 characters');
  };
};

/** Returns the viewer's address, from the connection's peer and the `X-Forwarded-For` header. */
export type ViewerAddress = (peer: string, forwardedFor: string | undefined) => string;

/**
 * Creates the function that finds the viewer's address. It reads `X-Forwarded-For` from its end, because each proxy
 * appends an address: the viewer is the first hop that is not a trusted proxy. The hops before it are ignored, because
 * the viewer can forge them. The viewer is the peer if the peer is not trusted or no such hop can be read.
 */
export const createViewerAddress = (trusted: readonly string[]): ViewerAddress => {
  const isTrusted = (address: string) => trusted.includes(address);
  return (peer, forwardedFor) => {
    const own = normalAddress(peer);
    if (forwardedFor === undefined || !isTrusted(own)) return own;
    for (const hop of forwardedFor.split(',').toReversed()) {
      const address = hopAddress(hop);
      if (address === null) return own;
      if (!isTrusted(address)) return address;
    }
    return own;
  };
};

/**
 * The largest request line and headers that are read, in bytes: as much as a body. So a query of a million characters, each
 * percent-encoded, reaches the contract, which says what is wrong with it.
 */
export const maxRequestHeadBytes = 4 * 1024 * 1024;
/** The largest path and headers, in bytes: Node's own default for the whole. Only what follows the path may be longer. */
const maxPathAndHeaderBytes = 16 * 1024;

/** Checks whether the path and the headers of a request, without its query string, are too large. */
export const isTooLarge = ({
  url = '',
  rawHeaders,
}: Pick<IncomingMessage, 'url' | 'rawHeaders'>): boolean => {
  const queryAt = url.indexOf('?');
  const path = queryAt === -1 ? url.length : queryAt;
  return rawHeaders.reduce((bytes, text) => bytes + text.length, path) > maxPathAndHeaderBytes;
};

type FakeContextOptions = {
  functionName: string;
  /** Time limit of the function in milliseconds. */
  timeout: number;
  now: () => Date;
};

/** Creates a Lambda context for a call in this process. The remaining time counts down from `timeout` to 0. */
export const createFakeContext = ({ functionName, timeout, now }: FakeContextOptions): Context => {
  const deadline = now().getTime() + timeout;
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: '512',
    awsRequestId: randomUUID(),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, deadline - now().getTime()),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
};
