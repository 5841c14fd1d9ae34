import { endpoints, errorTable } from '../contract/index.ts';
import type { Endpoint, ErrorBody } from '../contract/index.ts';
import { errorActions } from './error-table.ts';
import type { DescribeError } from './error-table.ts';
import type { ApiEvent, ApiMiddleware } from './http.ts';

const pageLoads = new Set(
  Object.values<Endpoint>(endpoints)
    .filter(({ status }) => status === 302)
    .map(({ method, path }) => `${method} ${path}`),
);

/** Is this a browser on its way to a page? Those without Fetch Metadata say that they would read one. */
const isPageLoad = ({ routeKey, headers }: ApiEvent): boolean =>
  pageLoads.has(routeKey) &&
  (headers['sec-fetch-mode'] ?? (headers['accept']?.includes('text/html') ? 'navigate' : '')) === 'navigate';

/** Turns whatever was thrown into the contract's error shape; a browser that signs in is led to the page that explains. */
export const answerErrors = (describe: DescribeError): ApiMiddleware => ({
  onError: (request) => {
    const { code, message, details, headers } = describe(request.error);
    if (isPageLoad(request.event)) {
      const location = `/sign-in?error=${code.toLowerCase()}`;
      request.response = { statusCode: 302, headers: { ...headers, location } };
      return;
    }
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
