import { inBatches } from '../../config/in-batches.ts';
import {
  type Embedder,
  EmbeddingError,
  type EmbedRequest,
  type EmbedResult,
  type TextPurpose,
} from '../embedder.ts';
import { cutText, limited } from '../text-limit.ts';
import { type CallTuning, mapLimited, ModelCallError, withRetries } from './model-call.ts';

export type ModelAdapter = {
  /** Name and dimension, as vectors carry it. */
  model: string;
  /** Texts a call. */
  batchSize: number;
  /** UTF-16 units a text. */
  textLimit: number;
  /** One vector a text, in order. @throws ModelCallError */
  send: (texts: string[], purpose: TextPurpose, signal: AbortSignal) => Promise<number[][]>;
};

type Job = { at: number; text: string; purpose: TextPurpose };
type Outcome = { at: number; result: EmbedResult };

/**
 * An embedder over a model that answers calls: cuts the texts, groups them into calls, tries again when the model is
 * busy, and halves a call that the model refuses until the one text at fault stands alone. Never rejects.
 */
export const createBatchEmbedder = (
  adapter: ModelAdapter,
  tuning: CallTuning,
  articleTokens: number,
): Embedder => {
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
        text: cutText(modelText(request, articleTokens), adapter.textLimit),
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
 * The title first and twice, then the body: models give the start of a text more weight, and twice is how a title counts
 * in the lexical embedder too. A single point for a text without anything, since models refuse an empty one.
 */
const modelText = (request: EmbedRequest, articleTokens: number): string => {
  const { title, body } = limited(request, articleTokens);
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
