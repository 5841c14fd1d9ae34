import { DomainError } from '../lib/domain-error.ts';
import { EmbeddingError } from '../model/score/embedder.ts';

/** The error of work that cannot be done now because the embedding model gave no answer; `cause` tells the reason. */
export class ModelUnavailableError extends DomainError {
  override readonly name = 'ModelUnavailableError';

  constructor(options?: ErrorOptions) {
    super('MODEL_UNAVAILABLE', 'The embedding model does not answer at the moment.', null, options);
  }
}

/** Returns true if the model answered and refused the text, which it would do again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ModelUnavailableError &&
  error.cause instanceof EmbeddingError &&
  !error.cause.is_retryable;
