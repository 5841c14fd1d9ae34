import { errorTable } from '../contract/index.ts';
import type { ErrorBody } from '../contract/index.ts';
import { errorActions } from './error-table.ts';
import type { DescribeError } from './error-table.ts';
import type { ApiMiddleware } from './http.ts';

/** Turns whatever was thrown into the contract's error shape. */
export const answerErrors = (describe: DescribeError): ApiMiddleware => ({
  onError: (request) => {
    const { code, message, details, headers } = describe(request.error);
    const { status, category } = errorTable[code];
    const body: ErrorBody = {
      error: {
        code,
        message,
        details: code === 'INTERNAL' ? { request_id: request.context.awsRequestId } : details,
        category,
        action: errorActions[code],
      },
    };
    request.response = {
      statusCode: status,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    };
  },
});
