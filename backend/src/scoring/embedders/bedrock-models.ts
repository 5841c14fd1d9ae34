import type { TextPurpose } from '../../model/score/embedder.ts';
import { z } from 'zod';
import { parseAnswer, vectorOf } from './model-call.ts';
import { LONG_TEXT_LIMIT } from './batch-embedder.ts';

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

/** Amazon Nova multimodal embeddings (Nova user guide, "Complete embeddings request and response schema"). */
export const nova: ModelFamily = {
  dimensions: [256, 384, 1024, 3072],
  defaultDimension: 1024,
  batchSize: 1,
  textLimit: LONG_TEXT_LIMIT,
  request: ([text = ''], purpose, dimension) => ({
    schemaVersion: 'nova-multimodal-embed-v1',
    taskType: 'SINGLE_EMBEDDING',
    singleEmbeddingParams: {
      embeddingPurpose: purpose === 'article' ? 'GENERIC_INDEX' : 'TEXT_RETRIEVAL',
      embeddingDimension: dimension,
      text: { truncationMode: 'END', value: text },
    },
  }),
  parse: (answer, dimension) => {
    const schema = z.object({
      embeddings: z.tuple([z.object({ embeddingType: z.literal('TEXT'), embedding: vectorOf(dimension) })]),
    });
    return [parseAnswer(schema, answer).embeddings[0].embedding];
  },
};

/** Amazon Titan Text Embeddings V2 (Bedrock user guide, "Amazon Titan Embeddings Text"). */
export const titan: ModelFamily = {
  dimensions: [256, 512, 1024],
  defaultDimension: 1024,
  batchSize: 1,
  textLimit: LONG_TEXT_LIMIT,
  request: ([text = ''], _purpose, dimension) => ({
    inputText: text,
    dimensions: dimension,
    normalize: true,
    embeddingTypes: ['float'],
  }),
  parse: (answer, dimension) => {
    const schema = z.object({ embedding: vectorOf(dimension), inputTextTokenCount: z.number() });
    return [parseAnswer(schema, answer).embedding];
  },
};

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
