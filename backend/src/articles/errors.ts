/** The error for an article id that the reader does not have: it never existed, or it expired. */
export class ArticleUnknownError extends Error {
  override readonly name = 'ArticleUnknownError';

  constructor() {
    super('You have no article with this id. It may have expired.');
  }
}

/** The error for a cursor that this service did not make, or made for another list. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';

  constructor() {
    super('The cursor does not belong to this list.');
  }
}
