import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { awsStatusOf } from '../../lib/aws-status.ts';
import type { Embedder } from '../../model/score/embedder.ts';
import { createBatchEmbedder } from './batch-embedder.ts';
import { cohereV3, cohereV4, type ModelFamily, nova, titan } from './bedrock-models.ts';
import { type CallTuning, faultOfStatus, ModelCallError } from './model-call.ts';

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
  articleTokens: number;
};

/**
 * Creates an embedder for a model of Bedrock.
 * @throws RangeError if the model is of no known family or does not offer the dimension.
 */
export const createBedrockEmbedder = (options: BedrockOptions): Embedder => {
  const { client, modelId, tuning, articleTokens } = options;
  const name = modelId.replace(INFERENCE_PROFILE, '');
  const family = familyOf(name, modelId);
  const dimension = options.dimension ?? family.defaultDimension;
  if (!family.dimensions.includes(dimension)) {
    throw new RangeError(
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
    articleTokens,
  );
};

const familyOf = (name: string, modelId: string): ModelFamily => {
  const family = FAMILIES.find(([prefix]) => name.startsWith(prefix))?.[1];
  if (family !== undefined) return family;
  const known = FAMILIES.map(([prefix]) => `${prefix}…`).join(', ');
  throw new RangeError(`BEDROCK_MODEL_ID=${modelId}: not one of ${known}`);
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

/** Creates the embedder with a client of its own. @throws RangeError for a model or dimension that is not offered. */
export const createBedrockClientEmbedder = ({ region, ...options }: Options) =>
  createBedrockEmbedder({ ...options, client: createBedrockClient(region) });
