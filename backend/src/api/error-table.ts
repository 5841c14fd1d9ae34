import { endpoints, errorTable, type Endpoint, type ErrorBody, type ErrorCode } from '../contract/index.ts';
import { DomainError } from '../lib/errors.ts';
import type { ApiEvent, ApiMiddleware } from './requests.ts';

/** The answer that a client gets to an error. `details` are facts by name, or null. */
type ErrorAnswer = {
  code: ErrorCode;
  message: string;
  details: unknown;
  headers?: Record<string, string> | undefined;
};

/** Returns the answer that a domain error brings along. Any other error becomes INTERNAL, without details. */
export const describeError = (error: unknown): ErrorAnswer => {
  if (!(error instanceof DomainError))
    return { code: 'INTERNAL', message: 'An internal error occurred.', details: null };
  const { code, message, details, headers, clientMessage = message } = error;
  return { code, message: clientMessage, details, headers };
};

/** One sentence per error code on what the reader can do about it. */
export const errorActions: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_FAILED: 'Correct what the details name and send the request again.',
  INVALID_JSON: 'Send the body as JSON in UTF-8.',
  INVALID_QUERY: 'Correct the query at the position that the details name.',
  INVALID_CURSOR: 'Load the list again from its first page.',
  UNAUTHENTICATED: 'Sign in and try again.',
  CREDENTIALS_WRONG: 'Check what you typed, or sign in another way.',
  FRESH_SIGN_IN_NEEDED: 'Sign out, sign in again, and repeat this within ten minutes.',
  INVITATION_UNKNOWN: 'Ask the owner of this service for a new link.',
  FORBIDDEN: 'Ask the owner of this service for access.',
  HOST_REFUSED: 'Open the service under its own address.',
  ORIGIN_REFUSED: 'Send the request from a page of this service, not of another origin.',
  NOT_FOUND: 'Go back to the list and load it again.',
  IMAGE_UNAVAILABLE: 'Open the article at its source to see the picture.',
  METHOD_NOT_ALLOWED: 'Use one of the methods that the Allow header names.',
  ALREADY_SUBSCRIBED: 'Look for the feed in your list.',
  FEED_INACTIVE: 'Resume the feed, then fetch it again.',
  IMPORT_RUNNING:
    'Wait until the job that the details name has ended, or cancel it, then import this document again.',
  PAST_RUNNING: 'Wait until the job that the details name has ended, or cancel it, then start this one.',
  CRAWL_RUNNING: 'Wait until the crawl that the details name has ended, or cancel it, then start this one.',
  SUBSCRIPTION_LIMIT: 'Unsubscribe from a feed that you no longer read, then add this one.',
  LEARNING_OFF: 'Switch the preference `learns` on first.',
  KEYWORD_EXISTS: 'Change the weight of the keyword that you have.',
  KEYWORD_LIMIT: 'Delete a keyword that you no longer need, then add this one.',
  PASSKEY_LIMIT: 'Remove a passkey that you no longer have, then add this one.',
  SEARCH_EXISTS: 'Choose another name, or change the saved search that is there.',
  SEARCH_LIMIT: 'Delete a saved search that you no longer need, then save this one.',
  HIGHLIGHT_LIMIT: 'Remove a mark of this article that you no longer need, then make this one.',
  TAG_LIMIT: 'Delete a tag that you no longer need, then add this one.',
  DESTINATION_LIMIT: 'Remove a place that you no longer send articles to, then add this one.',
  TEXT_MODEL_LIMIT:
    'Wait until the month ends, as the details say, or ask the owner of this service for more.',
  RULE_LIMIT: 'Delete a rule or values that you no longer need, then save this one.',
  TOKEN_LIMIT: 'Revoke a token that you no longer use, then make this one.',
  FEED_ADDRESS_LIMIT: 'Revoke an address that you no longer use, then make this one.',
  NAME_TAKEN: 'Choose another name.',
  LAST_IDENTITY: 'Link another identity first, or delete the account.',
  PAYLOAD_TOO_LARGE: 'Send a smaller request.',
  SEVERAL_FEEDS: 'Send the address of one of the candidates in the details.',
  FEED_NOT_FOUND: 'Look for the address of the feed on the site, often called RSS or Atom, and paste that.',
  FEED_UNREACHABLE: 'Check the address, or try again later.',
  FEED_INVALID: 'Check that the address leads to a feed; if it does, tell its publisher that it is broken.',
  PAGE_NOT_SAVED: 'Open the page itself: the `reason` in the details says why it cannot be kept.',
  SENDING_FAILED: 'Check the address and the header of that place, or try again later.',
  TEXT_MODEL_FAILED: 'Try again later; if the error persists, tell the owner of this service.',
  CRAWL_LIMIT: 'Ask for at most what the details say, or ask the owner of this service to crawl.',
  ADDRESS_REFUSED:
    'Use an address on the public internet, or ask the owner of this service to allow this one.',
  RATE_LIMITED: 'Wait as long as the Retry-After header says, then try again.',
  INTERNAL: 'Try again; if the error persists, give the request id to the owner of this service.',
  STORAGE_DAMAGED: 'Stop Omomi and bring the last daily copy back with npm run restore.',
  BUSY: 'Wait as long as the Retry-After header says, then try again.',
  STORAGE_BUSY: 'Wait as long as the Retry-After header says, then try again.',
  MODEL_UNAVAILABLE: 'Try again in a few minutes.',
  UNHEALTHY: 'Read the details; docs/operations.md says what to do about each failing part.',
  STORAGE_FULL: 'Free space on that disk; nothing that was stored is lost, and Omomi goes on by itself.',
};

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
