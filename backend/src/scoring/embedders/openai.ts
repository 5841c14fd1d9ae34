import { faultOfStatus, ModelCallError, parseAnswer, vectorOf, type CallTuning } from './model-call.ts';
import { z } from 'zod';
import type { Embedder } from '../../model/score/embedder.ts';
import { createBatchEmbedder, LONG_TEXT_LIMIT } from './batch-embedder.ts';

const LONGEST_ERROR = 300;

/** A server that speaks the API of OpenAI: OpenAI, Ollama, LM Studio, vLLM. */
export type OpenAiServer = {
  /** The address of the server, with or without a final `/v1`. The owner sets it, so it may be a private one. */
  baseUrl: string;
  apiKey: string | undefined;
};

/** Creates the function that posts JSON to a path below `/v1/` and returns the JSON of the answer. It throws ModelCallError. */
export const createOpenAiPost = ({ baseUrl, apiKey }: OpenAiServer) => {
  const base = `${baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')}/v1`;
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  return async (path: string, body: object, signal: AbortSignal): Promise<unknown> => {
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal };
    return readJson(await reach(`${base}/${path}`, init));
  };
};

const reach = async (url: string, init: RequestInit): Promise<Response> => {
  const response = await fetch(url, init).catch((error: unknown) => {
    throw notAnswered(url, error);
  });
  if (response.ok) return response;
  const text = (await response.text().catch(() => '')).slice(0, LONGEST_ERROR);
  const waitMs = Number(response.headers.get('retry-after') ?? 0) * 1000;
  throw new ModelCallError(faultOfStatus(response.status), `${url} answered ${response.status}: ${text}`, {
    waitMs: Number.isFinite(waitMs) ? waitMs : 0,
    isAnswered: true,
  });
};

/** Reads the body as JSON. The body may still be late or cut off after the status has arrived. */
const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text().catch((error: unknown) => {
    throw notAnswered(response.url, error);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ModelCallError('malformed', `${response.url} answered no JSON`, { cause: error });
  }
};

const notAnswered = (url: string, error: unknown): ModelCallError => {
  const reason =
    error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : '';
  return new ModelCallError('busy', `${url} did not answer: ${reason}`, { cause: error });
};

/** Number of texts in one call. OpenAI takes 2,048, but servers on a laptop answer fewer texts sooner. */
const TEXTS_A_CALL = 64;

type OpenAiOptions = OpenAiServer & {
  model: string;
  /** The dimension of the vectors. It is sent only if it is set, because not every server supports it. */
  dimension: number | undefined;
  tuning: CallTuning;
};

/**
 * Creates an embedder for any server that supports `POST /v1/embeddings` (OpenAI API reference, "Create embeddings"):
 * OpenAI, Ollama, LM Studio, vLLM. The owner sets the address, so it may be a private one.
 */
export const createOpenAiEmbedder = (options: OpenAiOptions): Embedder => {
  const { model, dimension, tuning } = options;
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
  );
};

const missing = (at: number): never => {
  throw new ModelCallError('malformed', `The model's answer is malformed: no vector for text ${at}`);
};
