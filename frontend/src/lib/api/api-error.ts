import type { ErrorBody, ErrorCode } from '@omomi/backend/contract';

/**
 * Error codes that do not come from the API: no connection, an answer outside the contract, or that of AWS while no instance of a
 * function is free.
 */
export type TransportCode = 'OFFLINE' | 'BAD_ANSWER' | 'OVERLOADED';

/**
 * Checks the form of a code alone, since the table of codes would be a part of the start. A server that is newer than this
 * page may send one that it has no text for; `errorText` then explains it as INTERNAL.
 */
export const isErrorCode = (code: string): code is ErrorCode => /^[A-Z_]+$/.test(code);

export class ApiError extends Error {
  readonly code: ErrorCode | TransportCode;
  readonly category: ErrorBody['error']['category'];
  /** The reader's possible remedy, in the server's language. */
  readonly action: string;
  readonly details: unknown;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The time of the error by this browser's clock, in milliseconds since 1970. */
  readonly at = Date.now();

  constructor(error: Omit<ErrorBody['error'], 'code'> & { code: ErrorCode | TransportCode }, status: number) {
    super(error.message);
    this.name = 'ApiError';
    this.code = error.code;
    this.category = error.category;
    this.action = error.action;
    this.details = error.details;
    this.status = status;
  }
}

/**
 * Checks whether what failed may succeed later without a change: no connection, nobody is signed in, a limit, or an error of the
 * server.
 */
export const mayPass = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500);

const transportError = (code: TransportCode, message: string, action: string, status: number): ApiError =>
  new ApiError({ code, message, details: null, category: 'system', action }, status);

export const offline = (): ApiError =>
  transportError('OFFLINE', 'The server could not be reached.', 'Check that Omomi is running.', 0);

export const overloaded = (): ApiError =>
  transportError(
    'OVERLOADED',
    'The server has no room for another request.',
    'Try again in a few seconds.',
    429,
  );

export const badAnswer = (status: number, what: string): ApiError =>
  transportError('BAD_ANSWER', `The server answered with ${what}.`, 'Reload the page.', status);
