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

export class IdentityUnknownError extends Error {
  override readonly name = 'IdentityUnknownError';

  constructor() {
    super('You have no such identity.');
  }
}

export class LastIdentityError extends Error {
  override readonly name = 'LastIdentityError';

  constructor() {
    super('This is the only identity that you can sign in with.');
  }
}

export class SessionUnknownError extends Error {
  override readonly name = 'SessionUnknownError';

  constructor() {
    super('You have no such session.');
  }
}

export class TokenUnknownError extends Error {
  override readonly name = 'TokenUnknownError';

  constructor() {
    super('You have no such API token.');
  }
}

export class TokenLimitError extends Error {
  override readonly name = 'TokenLimitError';
  readonly limit: number;

  constructor(limit: number) {
    super(`You have ${limit} API tokens, which is the limit.`);
    this.limit = limit;
  }
}
