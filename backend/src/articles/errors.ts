/** The reader has no article of this id: there never was one, or it expired. */
export class ArticleUnknownError extends Error {
  override readonly name = 'ArticleUnknownError';

  constructor() {
    super('You have no article with this id. It may have expired.');
  }
}

/** A cursor that we did not make, or made for another list. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';

  constructor() {
    super('The cursor does not belong to this list.');
  }
}
