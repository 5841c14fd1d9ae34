import { inBatches } from '../../lib/lists.ts';
import {
  type Embedder,
  EmbeddingError,
  type EmbedRequest,
  type EmbedResult,
  type TextPurpose,
} from '../../model/score/embedder.ts';
import { cutText, limited } from '../../model/score/text-limit.ts';
import { type CallTuning, mapLimited, ModelCallError, withRetries } from './model-call.ts';

export type ModelAdapter = {
  /** The name and dimension of the model, as vectors carry them. */
  model: string;
  /** The most texts in one call. */
  batchSize: number;
  /** The most UTF-16 units in one text. */
  textLimit: number;
  /** Sends a call and returns one vector for each text, in order. @throws ModelCallError */
  send: (texts: string[], purpose: TextPurpose, signal: AbortSignal) => Promise<number[][]>;
};

type Job = { at: number; text: string; purpose: TextPurpose };
type Outcome = { at: number; result: EmbedResult };

/**
 * Creates an embedder for a model behind an API. It cuts the texts, groups them into calls and retries while the model
 * is busy. It halves a call that the model refuses, until the one text at fault is alone. Its `embed` never rejects.
 */
export const createBatchEmbedder = (adapter: ModelAdapter, tuning: CallTuning): Embedder => {
  const embedJobs = async (jobs: Job[]): Promise<Outcome[]> => {
    const [first] = jobs;
    if (first === undefined) return [];
    try {
      const texts = jobs.map(({ text }) => text);
      const vectors = await withRetries((signal) => adapter.send(texts, first.purpose, signal), tuning);
      if (vectors.length !== jobs.length) {
        throw new ModelCallError('malformed', `${vectors.length} vectors for ${jobs.length} texts`);
      }
      return jobs.map(({ at }, row) => ({ at, result: toResult(vectors[row] ?? [], adapter.model) }));
    } catch (error) {
      const isAboutTexts = error instanceof ModelCallError && ['text', 'malformed'].includes(error.fault);
      if (jobs.length > 1 && isAboutTexts) {
        const half = Math.ceil(jobs.length / 2);
        return [...(await embedJobs(jobs.slice(0, half))), ...(await embedJobs(jobs.slice(half)))];
      }
      return jobs.map(({ at }) => ({
        at,
        result: { ok: false, error: toEmbeddingError(error, adapter.model) },
      }));
    }
  };

  return {
    model: adapter.model,
    embed: async (requests) => {
      const jobs = requests.map((request, at) => ({
        at,
        text: cutText(modelText(request), adapter.textLimit),
        purpose: request.purpose,
      }));
      const batches = (['article', 'keyword'] as const).flatMap((purpose) =>
        inBatches(
          jobs.filter((job) => job.purpose === purpose),
          adapter.batchSize,
        ),
      );
      const outcomes = (await mapLimited(batches, tuning.concurrency, embedJobs)).flat();
      return outcomes.sort((a, b) => a.at - b.at).map(({ result }) => result);
    },
  };
};

/**
 * Returns the text to embed: the title twice, then the body. Models give the start of a text more weight, and the
 * embedded model gives the title as much as the body. Returns a single point for an empty text, because models refuse empty
 * ones.
 */
const modelText = (request: EmbedRequest): string => {
  const { title, body } = limited(request);
  if (body === '') return title === '' ? '.' : title;
  return title === '' ? body : `${title}\n${title}\n\n${body}`;
};

const toResult = (vector: number[], model: string): EmbedResult => {
  const values = Float32Array.from(vector);
  const isUsable = values.some((value) => value !== 0) && values.every(Number.isFinite);
  if (isUsable) return { ok: true, embedding: { kind: 'dense', values } };
  return {
    ok: false,
    error: new EmbeddingError(`${model} answered with a vector that is zero or not finite`, false),
  };
};

const toEmbeddingError = (error: unknown, model: string): EmbeddingError => {
  const message = error instanceof Error ? error.message : String(error);
  const isText = error instanceof ModelCallError && error.fault === 'text';
  return new EmbeddingError(`${model}: ${message}`, !isText, { cause: error });
};

/** The text limit for models of 8,192 tokens in UTF-16 units: Japanese needs about one token a character. */
export const LONG_TEXT_LIMIT = 8_000;
