import type { TextPurpose } from '../embedder.ts';

/** How one family of Bedrock models is asked and answers, by its page in Amazon's documentation. */
export type ModelFamily = {
  dimensions: readonly number[];
  defaultDimension: number;
  /** Texts a call. */
  batchSize: number;
  /** UTF-16 units a text, safely below the model's limit of tokens. */
  textLimit: number;
  request: (texts: string[], purpose: TextPurpose, dimension: number) => Record<string, unknown>;
  /** @throws ModelCallError when the answer has another form. */
  parse: (answer: unknown, dimension: number) => number[][];
};

/** Models of 8,192 tokens: Japanese needs about one token a character. */
export const LONG_TEXT_LIMIT = 8_000;
