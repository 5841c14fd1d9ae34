/** The error for an article id that the reader does not have: it never existed, or it expired. */
export class ArticleUnknownError extends Error {
  override readonly name = 'ArticleUnknownError';

  constructor() {
    super('You have no article with this id. It may have expired.');
  }
}
