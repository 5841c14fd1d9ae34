import { endpoints, errorTable } from '../../contract/index.ts';
import type { Endpoint, ErrorBody } from '../../contract/index.ts';
import { describeError, errorActions } from './error-table.ts';
import type { ApiEvent, ApiMiddleware } from '../requests/http.ts';

const pageLoads = new Set(
  Object.values<Endpoint>(endpoints)
    .filter(({ status }) => status === 302)
    .map(({ method, path }) => `${method} ${path}`),
);

/** Returns true if a browser is loading a page. Browsers without Fetch Metadata are recognised by accepting HTML. */
const isPageLoad = ({ routeKey, headers }: ApiEvent): boolean =>
  pageLoads.has(routeKey) &&
  (headers['sec-fetch-mode'] ?? (headers['accept']?.includes('text/html') ? 'navigate' : '')) === 'navigate';

/**
 * Converts every error to the contract's error shape. A browser that is signing in is redirected to the sign-in page,
 * which explains the error.
 */
export const answerErrors = (): ApiMiddleware => ({
  onError: (request) => {
    const { code, message, details, headers } = describeError(request.error);
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
