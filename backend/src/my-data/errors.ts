/** The error for a confirmation that does not match the account's e-mail. */
export class ConfirmationError extends Error {
  override readonly name = 'ConfirmationError';

  constructor() {
    super('this is not the e-mail of your account, or your user_id where it has none');
  }
}
