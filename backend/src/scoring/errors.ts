import { EmbeddingError } from '../model/score/embedder.ts';

/** The error of a keyword that the reader already has, perhaps in another letter case or width. */
export class KeywordExistsError extends Error {
  override readonly name = 'KeywordExistsError';
  readonly keyword_id: string;

  constructor(keywordId: string) {
    super('You have this keyword already.');
    this.keyword_id = keywordId;
  }
}

/** The error of a reader who has as many keywords as one reader can have. */
export class KeywordLimitError extends Error {
  override readonly name = 'KeywordLimitError';
  readonly limit: number;

  constructor(limit: number) {
    super(`You have ${limit} keywords, which is the limit.`);
    this.limit = limit;
  }
}

/** The error of an unknown keyword: the reader has none with this id. */
export class KeywordUnknownError extends Error {
  override readonly name = 'KeywordUnknownError';

  constructor() {
    super('You have no keyword with this id.');
  }
}

/** The error of work that cannot be done now because the embedding model gave no answer; `cause` tells the reason. */
export class ModelUnavailableError extends Error {
  override readonly name = 'ModelUnavailableError';

  constructor(options?: ErrorOptions) {
    super('The embedding model does not answer at the moment.', options);
  }
}

/** The error of an opinion of a reader who has not asked Omomi to learn. */
export class LearningOffError extends Error {
  override readonly name = 'LearningOffError';

  constructor() {
    super('Omomi does not learn from what you like, so it would forget this opinion.');
  }
}

/** Returns true if the model answered and refused the text, which it would do again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ModelUnavailableError &&
  error.cause instanceof EmbeddingError &&
  !error.cause.is_retryable;
