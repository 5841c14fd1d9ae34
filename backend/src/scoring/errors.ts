/** The reader has this keyword already, perhaps in other letter case or width. */
export class KeywordExistsError extends Error {
  override readonly name = 'KeywordExistsError';
  readonly keyword_id: string;

  constructor(keywordId: string) {
    super('You have this keyword already.');
    this.keyword_id = keywordId;
  }
}

/** The reader has as many keywords as one reader can have. */
export class KeywordLimitError extends Error {
  override readonly name = 'KeywordLimitError';
  readonly limit: number;

  constructor(limit: number) {
    super(`You have ${limit} keywords, which is as many as one reader can have.`);
    this.limit = limit;
  }
}

/** The reader has no keyword of this id. */
export class KeywordUnknownError extends Error {
  override readonly name = 'KeywordUnknownError';

  constructor() {
    super('You have no keyword with this id.');
  }
}

/** The embedding model gave no answer, so what depends on it cannot be done now; `cause` says why. */
export class ModelUnavailableError extends Error {
  override readonly name = 'ModelUnavailableError';

  constructor(options?: ErrorOptions) {
    super('The embedding model does not answer at the moment.', options);
  }
}
