import type { SignInError } from '../../contract/index.ts';

/** The error for a failed sign-in; the code is for the sign-in page, the message for the log. */
export class SignInRefusedError extends Error {
  override readonly name = 'SignInRefusedError';
  readonly code: SignInError;

  constructor(code: SignInError, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
