import type { ErrorCode } from '../../contract/index.ts';

type Extras = { details?: unknown; headers?: Record<string, string> };

/** The error for a request that the API itself refuses, before any use case runs. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message);
    this.code = code;
    this.details = extras.details ?? null;
    this.headers = extras.headers ?? {};
  }
}
