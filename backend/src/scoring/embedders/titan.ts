import { z } from 'zod';
import { parseAnswer, vectorOf } from './model-answer.ts';
import { LONG_TEXT_LIMIT, type ModelFamily } from './model-family.ts';

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
