/** The error of an unknown saved search: the reader has none with this id. */
export class SearchUnknownError extends Error {
  override readonly name = 'SearchUnknownError';

  constructor() {
    super('You have no saved search with this id.');
  }
}

/** The error of a second saved search of the same name. */
export class SearchExistsError extends Error {
  override readonly name = 'SearchExistsError';
  readonly search_id: string;

  constructor(name: string, searchId: string) {
    super(`You have another saved search with the name “${name}”.`);
    this.search_id = searchId;
  }
}

/** The error of one saved search too many. */
export class SearchLimitError extends Error {
  override readonly name = 'SearchLimitError';
  readonly limit: number;

  constructor(limit: number) {
    super(`You have ${limit} saved searches, which is the limit.`);
    this.limit = limit;
  }
}
