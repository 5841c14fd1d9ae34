/** The reader has no job with this id: it never existed, or its 30 days are over. */
export class JobUnknownError extends Error {
  override readonly name = 'JobUnknownError';

  constructor() {
    super('You have no job with this id. Jobs are kept for 30 days.');
  }
}
