import { DomainError } from '../../lib/errors.ts';
import type { Terms } from './terms.ts';

/**
 * The vector of a text. Dense values are never all zero. A hybrid vector has dense values, all zero if no word is known, and
 * the words.
 */
export type Embedding =
  | { kind: 'dense'; values: Float32Array }
  | { kind: 'hybrid'; values: Float32Array; terms: Terms };

export type TextPurpose = 'article' | 'keyword';

export type EmbedRequest = {
  /** The title of an article, or the text of a keyword, whose `body` is empty. */
  title: string;
  /** The body as plain text. The embedder cuts it to the length that its model takes. */
  body: string;
  purpose: TextPurpose;
};

/**
 * The result for one request: its embedding, or the error that this text met. Results have the order of the requests.
 */
export type EmbedResult = { ok: true; embedding: Embedding } | { ok: false; error: EmbeddingError };

export type Embedder = {
  /**
   * The name and dimension of the model, for example `embedded-4` or `amazon.nova-2-multimodal-embeddings-v1:0/1024`.
   * Vectors of different models are never compared.
   */
  model: string;
  embed: (requests: EmbedRequest[]) => Promise<EmbedResult[]>;
};

/**
 * The error of a text for which the model gave no vector. `is_retryable` is false if the same text would fail again.
 */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
  readonly is_retryable: boolean;

  constructor(message: string, isRetryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.is_retryable = isRetryable;
  }
}

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
