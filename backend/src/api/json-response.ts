import type { Endpoint } from '../contract/index.ts';
import type { ApiResult } from './http.ts';

/** A use case answered with what the contract does not allow; `cause` says what does not fit. */
export class ResponseShapeError extends Error {
  override readonly name = 'ResponseShapeError';
}

/** The response of an endpoint, stripped to what its schema has. Throws ResponseShapeError. */
export const jsonResponse = (endpoint: Endpoint, result: unknown): ApiResult => {
  const { status, response } = endpoint;
  if (response === undefined) return { statusCode: status };
  const parsed = response.safeParse(result);
  if (!parsed.success) {
    const route = `${endpoint.method} ${endpoint.path}`;
    throw new ResponseShapeError(`the answer of ${route} does not fit its contract`, { cause: parsed.error });
  }
  return {
    statusCode: status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parsed.data),
  };
};
