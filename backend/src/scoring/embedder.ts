/** A dense vector of cosines' usual kind, or sparse (index, value) pairs with ascending indexes. Never all zero. */
export type Embedding =
  | { kind: 'dense'; values: Float32Array }
  | { kind: 'sparse'; indexes: Uint32Array; values: Float32Array };

export type TextPurpose = 'article' | 'keyword';

export type EmbedRequest = {
  /** For a keyword `title` is its text and `body` empty. */
  title: string;
  /** Plain text. The embedder cuts it to what its model takes. */
  body: string;
  purpose: TextPurpose;
};

/** One result for each request, in order: its embedding, or the error that this one text met. */
export type EmbedResult = { ok: true; embedding: Embedding } | { ok: false; error: EmbeddingError };

export type Embedder = {
  /** Names model and dimension, for example `lexical-1` or `amazon.nova-2-multimodal-embeddings-v1:0/1024`. Vectors of different models are never compared. */
  model: string;
  embed: (requests: EmbedRequest[]) => Promise<EmbedResult[]>;
};

/** The model gave no vector. `is_retryable` is false where the same text would fail again. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
  readonly is_retryable: boolean;

  constructor(message: string, isRetryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.is_retryable = isRetryable;
  }
}
