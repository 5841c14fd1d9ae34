import type { TextPurpose } from '../../model/score/embedder.ts';

/** The requests and answers of one family of Bedrock models, according to its page in Amazon's documentation. */
export type ModelFamily = {
  dimensions: readonly number[];
  defaultDimension: number;
  /** The most texts in one call. */
  batchSize: number;
  /** The most UTF-16 units in one text, safely below the model's token limit. */
  textLimit: number;
  request: (texts: string[], purpose: TextPurpose, dimension: number) => Record<string, unknown>;
  /** Returns the vectors of an answer. @throws ModelCallError if the answer has another form. */
  parse: (answer: unknown, dimension: number) => number[][];
};

/** The text limit for models of 8,192 tokens in UTF-16 units: Japanese needs about one token a character. */
export const LONG_TEXT_LIMIT = 8_000;
