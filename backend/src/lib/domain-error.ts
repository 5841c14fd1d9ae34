import type { ErrorCode } from '../contract/index.ts';

type Extras = ErrorOptions & {
  headers?: Record<string, string>;
  /** The message for the client, where the error's own must not reach one. */
  clientMessage?: string;
};

/**
 * An error that knows its answer: the code of the contract, a message that a client may read, and facts by name on which
 * it can act. It is a class of its own only where a caller catches it by type.
 */
export class DomainError extends Error {
  override readonly name: string = 'DomainError';
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly headers: Record<string, string> | undefined;
  readonly clientMessage: string | undefined;

  constructor(code: ErrorCode, message: string, details: unknown = null, extras: Extras = {}) {
    super(message, 'cause' in extras ? { cause: extras.cause } : undefined);
    this.code = code;
    this.details = details;
    this.headers = extras.headers;
    this.clientMessage = extras.clientMessage;
  }
}

export const hasCode = (error: unknown, code: ErrorCode): error is DomainError =>
  error instanceof DomainError && error.code === code;

/** Returns the error of a refused input, named as the contract's own validation names one. */
export const invalidInput = (path: string, message: string): DomainError =>
  new DomainError('VALIDATION_FAILED', message, [{ path, message }]);

/** Seconds after which a request that took too long is tried again. */
export const BUSY_SECONDS = 10;

/** Returns the header that tells a client to try again after so many seconds. */
export const retryHeader = (seconds: number): { headers: Record<string, string> } => ({
  headers: { 'retry-after': String(seconds) },
});
