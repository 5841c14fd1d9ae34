import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { ConfigError } from '../../config/env.ts';
import { awsStatusOf } from '../../lib/errors.ts';
import type { Embedder, TextPurpose } from '../../model/score/embedder.ts';
import { createBatchEmbedder, LONG_TEXT_LIMIT } from './batch-embedder.ts';
import { type CallTuning, faultOfStatus, ModelCallError, parseAnswer, vectorOf } from './model-call.ts';
import { z } from 'zod';

/** The requests and answers of one family of Bedrock models, according to its page in Amazon's documentation. */
type ModelFamily = {
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
const nova: ModelFamily = {
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
const titan: ModelFamily = {
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
const cohereV3: ModelFamily = {
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
const cohereV4: ModelFamily = {
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

const FAMILIES: readonly (readonly [prefix: string, family: ModelFamily])[] = [
  ['amazon.nova-2-multimodal-embeddings', nova],
  ['amazon.titan-embed-text-v2', titan],
  ['cohere.embed-english-v3', cohereV3],
  ['cohere.embed-multilingual-v3', cohereV3],
  ['cohere.embed-v4', cohereV4],
];

/**
 * The prefix of an inference profile, such as `us.` or `global.`. It tells the region of the model, not which model it
 * is.
 */
const INFERENCE_PROFILE = /^[a-z]{2,6}\.(?=[a-z]+\.)/;

type BedrockOptions = {
  /** The client, created with `maxAttempts: 1`, because the embedder does the retries. */
  client: BedrockRuntimeClient;
  modelId: string;
  dimension: number | undefined;
  tuning: CallTuning;
};

/**
 * Creates an embedder for a model of Bedrock.
 * @throws ConfigError if the model is of no known family or does not offer the dimension.
 */
export const createBedrockEmbedder = (options: BedrockOptions): Embedder => {
  const { client, modelId, tuning } = options;
  const name = modelId.replace(INFERENCE_PROFILE, '');
  const family = familyOf(name, modelId);
  const dimension = options.dimension ?? family.defaultDimension;
  if (!family.dimensions.includes(dimension)) {
    throw new ConfigError(
      `EMBEDDING_DIMENSION=${dimension}: ${modelId} offers ${family.dimensions.join(', ')}`,
    );
  }
  const invoke = async (body: Record<string, unknown>, signal: AbortSignal): Promise<unknown> => {
    const command = new InvokeModelCommand({
      modelId,
      contentType: 'application/json',
      accept: 'application/json',
      body: JSON.stringify(body),
    });
    const answer = await client.send(command, { abortSignal: signal }).catch((error: unknown) => {
      throw toCallError(error, `InvokeModel of ${modelId}`);
    });
    return parseJson(answer.body.transformToString());
  };
  return createBatchEmbedder(
    {
      model: `${name}/${dimension}`,
      batchSize: family.batchSize,
      textLimit: family.textLimit,
      send: async (texts, purpose, signal) =>
        family.parse(await invoke(family.request(texts, purpose, dimension), signal), dimension),
    },
    tuning,
  );
};

const familyOf = (name: string, modelId: string): ModelFamily => {
  const family = FAMILIES.find(([prefix]) => name.startsWith(prefix))?.[1];
  if (family !== undefined) return family;
  const known = FAMILIES.map(([prefix]) => `${prefix}…`).join(', ');
  throw new ConfigError(`BEDROCK_MODEL_ID=${modelId}: not one of ${known}`);
};

/**
 * Translates an error of the SDK. An exceeded quota has the status 400 like a refused text, and only its name tells
 * them apart. An error without a status means that there was no answer.
 */
export const toCallError = (error: unknown, call: string): ModelCallError => {
  const { name, message, status } = detailsOf(error);
  const fault =
    status === undefined ? 'busy' : name === 'ServiceQuotaExceededException' ? 'busy' : faultOfStatus(status);
  return new ModelCallError(fault, `${call} failed: ${name}: ${message}`, {
    cause: error,
    isAnswered: status !== undefined,
  });
};

const detailsOf = (error: unknown): { name: string; message: string; status: number | undefined } => {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), status: undefined };
  return { name: error.name, message: error.message, status: awsStatusOf(error) };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ModelCallError('malformed', 'The answer of the model is no JSON', { cause: error });
  }
};

type Options = Omit<Parameters<typeof createBedrockEmbedder>[0], 'client'> & { region: string | undefined };

/** Creates a client of Bedrock that tries once, in a region or the process's own. */
export const createBedrockClient = (region: string | undefined): BedrockRuntimeClient =>
  new BedrockRuntimeClient({ maxAttempts: 1, ...(region === undefined ? {} : { region }) });

/** Creates the embedder with a client of its own. @throws ConfigError for a model or dimension that is not offered. */
export const createBedrockClientEmbedder = ({ region, ...options }: Options) =>
  createBedrockEmbedder({ ...options, client: createBedrockClient(region) });
