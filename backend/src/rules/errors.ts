/** The error of an unknown rule: the reader has none with this id. */
export class RuleUnknownError extends Error {
  override readonly name = 'RuleUnknownError';

  constructor() {
    super('You have no rule with this id.');
  }
}

/** The error of rules that exceed a limit of a reader; the message names the rule and what is allowed. */
export class RuleLimitError extends Error {
  override readonly name = 'RuleLimitError';
  readonly limit: number;

  constructor(message: string, limit: number) {
    super(message);
    this.limit = limit;
  }
}
