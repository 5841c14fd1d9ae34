import type { ErrorCode } from '@omomi/backend/contract';

/** What a handler throws to answer with one of the contract's errors. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  constructor(code: ErrorCode, details: unknown = null) {
    super(code);
    this.code = code;
    this.details = details;
  }
}
