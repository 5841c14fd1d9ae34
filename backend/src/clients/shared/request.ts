import { readRawBody, viewerOf, type ApiEvent, type ApiResult } from '../../api/requests.ts';
import { GREADER, isBelow } from '../../config/client-paths.ts';
import { DomainError } from '../../lib/errors.ts';

/** A request of another feed reader. */
export type ClientRequest = {
  method: string;
  /** The path below the base, still percent-encoded: `/reader/api/0/token` under `/` and under `/api/greader.php`. */
  path: string;
  /** The parameters of the query, then those of a form in the body. Clients send some of them in either. */
  parameters: URLSearchParams;
  body: Buffer;
  /** Scheme and host of this service as the client sees them. */
  origin: string;
  headers: Readonly<Record<string, string | undefined>>;
};

/** Returns the fields of a form. A document, which an import is, has none. */
export const formOf = (body: Buffer): URLSearchParams => {
  const text = body.toString('utf8');
  return new URLSearchParams(/^\s*[<{]/.test(text) ? '' : text);
};

export const readRequest = (event: ApiEvent): ClientRequest => {
  const { method } = event.requestContext.http;
  const { rawPath } = event;
  const body = readRawBody(event);
  return {
    method,
    path: isBelow(rawPath, GREADER) ? rawPath.slice(GREADER.length) : rawPath,
    parameters: new URLSearchParams([...new URLSearchParams(event.rawQueryString), ...formOf(body)]),
    body,
    origin: viewerOf(event).origin,
    headers: event.headers,
  };
};

/** Returns a whole number of a parameter. @throws VALIDATION_FAILED */
export const numberIn = (parameters: URLSearchParams, name: string): number | null => {
  const text = parameters.get(name);
  if (text === null || text === '') return null;
  if (!/^\d{1,20}$/.test(text))
    throw new DomainError('VALIDATION_FAILED', `${name} is a whole number, not ${JSON.stringify(text)}.`);
  return Number(text);
};

/** Microseconds and milliseconds since 1970 have more digits than seconds of the next centuries. */
const [MILLISECONDS_FROM, MICROSECONDS_FROM] = [1e11, 1e14];

/** Returns a time of a parameter in milliseconds since 1970. Clients send seconds, milliseconds or microseconds. */
export const timeIn = (parameters: URLSearchParams, name: string): number | null => {
  const value = numberIn(parameters, name);
  if (value === null) return null;
  if (value >= MICROSECONDS_FROM) return Math.floor(value / 1000);
  return value >= MILLISECONDS_FROM ? value : value * 1000;
};

export const textAnswer = (text: string, statusCode = 200): ApiResult => ({
  statusCode,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: text,
});

/** The answer to a change that was made. Clients compare it with these two letters. */
export const okAnswer = (): ApiResult => textAnswer('OK');

export const jsonAnswer = (value: unknown): ApiResult => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

export const documentAnswer = (text: string, type: string): ApiResult => ({
  statusCode: 200,
  headers: { 'content-type': `${type}; charset=utf-8` },
  body: text,
});
