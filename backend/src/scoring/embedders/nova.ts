import { z } from 'zod';
import { parseAnswer, vectorOf } from './model-answer.ts';
import { LONG_TEXT_LIMIT, type ModelFamily } from './model-family.ts';

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
