/** The answer was not ready in the time that a function has. */
export class TooLateError extends Error {
  override readonly name = 'TooLateError';

  constructor() {
    super('The answer took longer than it may.');
  }
}
