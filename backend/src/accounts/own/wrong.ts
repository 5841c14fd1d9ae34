import { DomainError } from '../../lib/errors.ts';

/** The one answer to a wrong name, password or passkey. It does not say which of them is wrong. */
export const credentialsWrong = (): DomainError =>
  new DomainError('CREDENTIALS_WRONG', 'The name and the password, or the passkey, do not fit.');

/** The answer where readers do not sign in with passwords and passkeys. */
export const noAccounts = (): DomainError =>
  new DomainError('NOT_FOUND', 'Passwords and passkeys are off here.');
