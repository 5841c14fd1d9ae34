import type { z } from 'zod';
import type { Endpoint, RequestOf } from '../../contract/index.ts';
import { pathRefusal, type ApiEvent } from './http.ts';
import { DomainError } from '../../lib/errors.ts';

const validationFailed = (part: string, details: ValidationDetail[]) => {
  const first = details.at(0);
  const what = first === undefined ? '' : ` ${first.path === '' ? '' : `${first.path}: `}${first.message}.`;
  return new DomainError('VALIDATION_FAILED', `The ${part} is not valid.${what}`, details);
};

const parse = (schema: z.ZodType, part: 'query' | 'body', input: unknown): unknown => {
  const result = schema.safeParse(input);
  if (!result.success) throw validationFailed(part, validationDetails(result.error));
  return result.data;
};

const readQuery = (event: ApiEvent): Record<string, string> => {
  const parameters = new URLSearchParams(event.rawQueryString);
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of parameters.keys()) (seen.has(name) ? repeated : seen).add(name);
  if (repeated.size > 0) {
    const details = Array.from(repeated, (path) => ({ path, message: 'is given more than once' }));
    throw validationFailed('query', details.slice(0, MOST_DETAILS));
  }
  return Object.fromEntries(parameters);
};

const readParams = (schema: z.ZodType, event: ApiEvent): unknown => {
  const result = schema.safeParse(event.pathParameters ?? {});
  // An id with an invalid format is treated as one that does not exist.
  if (!result.success) throw pathRefusal(event.requestContext.http.path);
  return result.data;
};

/**
 * Parses a request and checks it against the contract: params, query and body if the endpoint has them, and a raw body
 * as bytes. Throws NOT_FOUND, PAYLOAD_TOO_LARGE, INVALID_JSON or VALIDATION_FAILED.
 */
export function parseRequest<E extends Endpoint>(endpoint: E, event: ApiEvent): RequestOf<E>;
export function parseRequest(
  endpoint: Endpoint,
  event: ApiEvent,
): { params: unknown; query: unknown; body: unknown } {
  const { params, query, body, rawBody } = endpoint;
  checkBodySize(event, rawBody?.maxBytes);
  return {
    params: params && readParams(params, event),
    query: query && parse(query, 'query', readQuery(event)),
    body: rawBody === undefined ? body && parse(body, 'body', readJsonBody(event)) : readRawBody(event),
  };
}

type ValidationDetail = { path: string; message: string };

/** The most errors that an answer names. */
const MOST_DETAILS = 20;

const joinPath = (path: readonly PropertyKey[]) => path.map(String).join('.');

// Of the alternatives in a union, the one with the fewest errors is probably the one that was meant.
const nearest = (branches: z.core.$ZodIssue[][]) =>
  branches.toSorted((one, other) => one.length - other.length).at(0) ?? [];

const detailsOf = (issue: z.core.$ZodIssue, parent: readonly PropertyKey[]): ValidationDetail[] => {
  const path = [...parent, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    return nearest(issue.errors).flatMap((inner) => detailsOf(inner, path));
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, MOST_DETAILS)
      .map((key) => ({ path: joinPath([...path, key]), message: 'is not known here' }));
  }
  return [{ path: joinPath(path), message: issue.message }];
};

/** Returns at most 20 validation errors; `path` is dotted, and empty for the whole input. */
const validationDetails = (error: z.ZodError): ValidationDetail[] =>
  error.issues.flatMap((issue) => detailsOf(issue, [])).slice(0, MOST_DETAILS);

/** The largest request body, in bytes. */
const maxBodyBytes = 1024 * 1024;

/** Checks the size of a body. Throws PAYLOAD_TOO_LARGE. */
const checkBodySize = (event: ApiEvent, limit = maxBodyBytes): void => {
  const bytes = Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes > limit) {
    throw new DomainError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit / 1024 ** 2} MB.`, {
      max_bytes: limit,
    });
  }
};

/** Returns the bytes of a body without checking them. */
const readRawBody = (event: ApiEvent): Uint8Array =>
  Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');

const invalidJson = (why: string) => new DomainError('INVALID_JSON', `The body is not JSON: ${why}.`);

const textOf = (event: ApiEvent): string => {
  const body = event.body ?? '';
  if (!event.isBase64Encoded) return body;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'base64'));
  } catch {
    throw invalidJson('it is not UTF-8 text');
  }
};

const isWhole = (key: string, value: unknown) =>
  key.isWellFormed() && (typeof value !== 'string' || value.isWellFormed());

/**
 * Returns the JSON of a body; `{}` for an empty one. Throws INVALID_JSON, also for text with an unpaired
 * surrogate.
 */
const readJsonBody = (event: ApiEvent): unknown => {
  const text = textOf(event);
  if (text.trim() === '') return {};
  let hasHalfCharacter = false;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text, (key, value: unknown) => {
      hasHalfCharacter ||= !isWhole(key, value);
      return value;
    });
  } catch (error) {
    // JSON.parse with a reviver is recursive, so deeply nested brackets overflow the stack.
    throw invalidJson(error instanceof SyntaxError ? error.message : 'it is nested too deep');
  }
  if (hasHalfCharacter) throw invalidJson('it has half a surrogate pair in a string');
  return parsed;
};
