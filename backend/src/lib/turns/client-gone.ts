/** The reason of a request's signal once its client has closed the connection: nobody waits for the answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';

  constructor() {
    super('The client left before it was answered.');
  }
}
