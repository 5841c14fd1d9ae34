import type { Endpoint, RawResponse } from '../../contract/index.ts';
import type { ApiResult } from '../requests/http.ts';

/** The error for a use case whose answer the contract does not allow; `cause` says what does not fit. */
export class ResponseShapeError extends Error {
  override readonly name = 'ResponseShapeError';
}

export const misfit = ({ method, path }: Endpoint, cause?: unknown) =>
  new ResponseShapeError(`the answer of ${method} ${path} does not fit its contract`, { cause });

const rawResponseOf = (endpoint: Endpoint, { type, filename }: RawResponse, result: unknown): ApiResult => {
  if (typeof result !== 'string') throw misfit(endpoint);
  return {
    statusCode: endpoint.status,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${filename}"`,
    },
    body: result,
  };
};

/**
 * Returns the response of an endpoint, reduced to the fields of its schema: the one of status 202 if the endpoint has
 * one and there is a result. Throws ResponseShapeError.
 */
export const jsonResponse = (endpoint: Endpoint, result: unknown): ApiResult => {
  const { rawResponse, acceptedResponse } = endpoint;
  if (rawResponse !== undefined) return rawResponseOf(endpoint, rawResponse, result);
  const isAccepted = acceptedResponse !== undefined && result !== undefined;
  const status = isAccepted ? 202 : endpoint.status;
  const response = isAccepted ? acceptedResponse : endpoint.response;
  if (response === undefined) return { statusCode: status };
  const parsed = response.safeParse(result);
  if (!parsed.success) throw misfit(endpoint, parsed.error);
  return {
    statusCode: status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parsed.data),
  };
};
