import type { z } from 'zod';
import type { Endpoint, RequestOf } from '../../contract/index.ts';
import type { ApiEvent } from './http.ts';
import { pathRefusal } from './paths.ts';
import { checkBodySize, readJsonBody, readRawBody } from './read-json-body.ts';
import { MOST_DETAILS, validationDetails } from './validation-details.ts';
import type { ValidationDetail } from './validation-details.ts';
import { DomainError } from '../../lib/domain-error.ts';

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
