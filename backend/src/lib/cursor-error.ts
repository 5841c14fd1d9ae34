/** The error for a cursor that this service did not make, or made for another list. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';

  constructor() {
    super('The cursor does not belong to this list.');
  }
}
