import { z } from 'zod';
import type { TextPurpose } from '../../model/score/embedder.ts';
import { parseAnswer, vectorOf } from './model-answer.ts';
import { LONG_TEXT_LIMIT, type ModelFamily } from './model-family.ts';

const TEXTS_A_CALL = 96;

const inputType = (purpose: TextPurpose) => (purpose === 'article' ? 'search_document' : 'search_query');

/**
 * Returns the vectors of an answer. With `embedding_types` they are grouped by type; some answers of v3 are a bare
 * list.
 */
const parse = (answer: unknown, dimension: number): number[][] => {
  const vectors = z.array(vectorOf(dimension));
  const schema = z.object({ embeddings: z.union([z.object({ float: vectors }), vectors]) });
  const { embeddings } = parseAnswer(schema, answer);
  return Array.isArray(embeddings) ? embeddings : embeddings.float;
};

/** Cohere Embed English and Multilingual v3 (Bedrock user guide, "Cohere Embed v3"): 2,048 characters a text. */
export const cohereV3: ModelFamily = {
  dimensions: [1024],
  defaultDimension: 1024,
  batchSize: TEXTS_A_CALL,
  textLimit: 2_048,
  request: (texts, purpose) => ({
    texts,
    input_type: inputType(purpose),
    truncate: 'END',
    embedding_types: ['float'],
  }),
  parse,
};

/** Cohere Embed v4 (Bedrock user guide, "Cohere Embed v4"). */
export const cohereV4: ModelFamily = {
  dimensions: [256, 512, 1024, 1536],
  defaultDimension: 1024,
  batchSize: TEXTS_A_CALL,
  textLimit: LONG_TEXT_LIMIT,
  request: (texts, purpose, dimension) => ({
    texts,
    input_type: inputType(purpose),
    truncate: 'RIGHT',
    embedding_types: ['float'],
    output_dimension: dimension,
  }),
  parse,
};
