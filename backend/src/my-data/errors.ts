/** The error for a confirmation that does not match the account's e-mail. */
export class ConfirmationError extends Error {
  override readonly name = 'ConfirmationError';

  constructor() {
    super('must be the e-mail address of your account, or its user_id if it has no address');
  }
}
