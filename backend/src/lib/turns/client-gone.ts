import { BUSY_SECONDS, DomainError, retryHeader } from '../errors.ts';

/** The reason of a request's signal once its client has closed the connection: nobody waits for the answer. */
export class ClientGoneError extends DomainError {
  override readonly name = 'ClientGoneError';

  constructor() {
    const details = { retry_after: BUSY_SECONDS };
    super('BUSY', 'The client left before it was answered.', details, retryHeader(BUSY_SECONDS));
  }
}
