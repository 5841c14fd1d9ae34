import { z } from 'zod';
import type { Embedder } from '../../model/score/embedder.ts';
import { createBatchEmbedder, LONG_TEXT_LIMIT } from './batch-embedder.ts';
import { parseAnswer, vectorOf, type CallTuning, ModelCallError } from './model-call.ts';
import { createOpenAiPost, type OpenAiServer } from './openai-post.ts';

/** Number of texts in one call. OpenAI takes 2,048, but servers on a laptop answer fewer texts sooner. */
const TEXTS_A_CALL = 64;

export type OpenAiOptions = OpenAiServer & {
  model: string;
  /** The dimension of the vectors. It is sent only if it is set, because not every server supports it. */
  dimension: number | undefined;
  tuning: CallTuning;
  articleTokens: number;
};

/**
 * Creates an embedder for any server that supports `POST /v1/embeddings` (OpenAI API reference, "Create embeddings"):
 * OpenAI, Ollama, LM Studio, vLLM. The owner sets the address, so it may be a private one.
 */
export const createOpenAiEmbedder = (options: OpenAiOptions): Embedder => {
  const { model, dimension, tuning, articleTokens } = options;
  const post = createOpenAiPost(options);
  const schema = z.object({
    data: z.array(z.object({ index: z.int(), embedding: vectorOf(dimension) })),
  });

  const send = async (texts: string[], _purpose: unknown, signal: AbortSignal): Promise<number[][]> => {
    const body = {
      model,
      input: texts,
      encoding_format: 'float',
      ...(dimension === undefined ? {} : { dimensions: dimension }),
    };
    const { data } = parseAnswer(schema, await post('embeddings', body, signal));
    const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]));
    return texts.map((_, at) => byIndex.get(at) ?? missing(at));
  };

  return createBatchEmbedder(
    {
      model: `openai:${model}/${dimension ?? 'own'}`,
      batchSize: TEXTS_A_CALL,
      textLimit: LONG_TEXT_LIMIT,
      send,
    },
    tuning,
    articleTokens,
  );
};

const missing = (at: number): never => {
  throw new ModelCallError('malformed', `The model's answer is malformed: no vector for text ${at}`);
};
