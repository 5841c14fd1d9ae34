import { z } from 'zod';
import type { BlobStore } from '../model/article/article.ts';
import { type Calibration, calibratorOf } from '../model/score/calibration.ts';
import { isItemError } from '../lib/item-error.ts';
import {
  type Embedder,
  EmbeddingError,
  type EmbedRequest,
  type EmbedResult,
} from '../model/score/embedder.ts';
import { ModelUnavailableError } from './errors.ts';
import type { Keyword, KeywordVector } from '../model/score/keyword.ts';
import { REFERENCE_SET, referenceRequests } from '../model/score/reference-texts.ts';
import { textHash, toStored } from '../model/score/vector-codec.ts';
import { isHybrid, type StoredVector } from '../model/score/vector.ts';

/** Returns the function that calibrates keywords. @throws ModelUnavailableError */
export type LoadCalibrate = () => Promise<Calibrate>;

export type MakeKeywordVector = (
  keyword: Pick<Keyword, 'user_id' | 'keyword_id' | 'text'>,
) => Promise<KeywordVector>;

const storedReferences = z.array(
  z.object({
    model: z.string(),
    scale: z.number(),
    dimension: z.int(),
    data: z.base64().transform((text): Uint8Array => Buffer.from(text, 'base64')),
    text_hash: z.string(),
  }),
);

/** Asks the model. @throws ModelUnavailableError, as for a refused text, if one of the texts breaks the embedder. */
const answersOf = async (embedder: Embedder, requests: EmbedRequest[]): Promise<EmbedResult[]> => {
  try {
    return await embedder.embed(requests);
  } catch (error) {
    if (!isItemError(error)) throw error;
    throw new ModelUnavailableError({ cause: new EmbeddingError(error.message, false, { cause: error }) });
  }
};

const embedAll = async (embedder: Embedder, requests: EmbedRequest[]): Promise<StoredVector[]> => {
  const results = await answersOf(embedder, requests);
  return requests.map((request, index) => {
    const result = results[index];
    if (result?.ok !== true) throw new ModelUnavailableError({ cause: result?.error });
    return toStored(result.embedding, embedder.model, textHash(request));
  });
};

const REMEMBERED = 100;

const blobKey = (model: string) => `references/${encodeURIComponent(model)}.json`;

type Calibrate = (keyword: StoredVector) => Calibration;

/**
 * Creates the function that loads the calibration. The vectors of the reference texts are embedded once per model, kept
 * in the blob store, and held in memory after the first use.
 */
export const createLoadCalibrate = (embedder: Embedder, blobs: BlobStore): LoadCalibrate => {
  const load = async (): Promise<StoredVector[]> => {
    const hashes = referenceRequests.map(textHash).join();
    const bytes = await blobs.get(blobKey(embedder.model));
    if (bytes !== null) {
      const stored = storedReferences.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
      if (stored.map(({ text_hash }) => text_hash).join() === hashes) return stored;
    }
    const made = await embedAll(embedder, referenceRequests);
    const text = JSON.stringify(
      made.map((vector) => ({ ...vector, data: Buffer.from(vector.data).toString('base64') })),
    );
    await blobs.put(blobKey(embedder.model), Buffer.from(text));
    return made;
  };
  let loading: Promise<Calibrate> | null = null;
  return () => {
    loading ??= load()
      .then(calibratorOf)
      .catch((error: unknown) => {
        loading = null;
        throw error;
      });
    return loading;
  };
};

/** The calibration of a hybrid vector, whose similarity is a probability without one. */
const NO_CALIBRATION: Calibration = { reference_set: REFERENCE_SET, floor: 0, scale: 1 };

/**
 * Creates the function that embeds a keyword and, if the model gives dense vectors, calibrates it against the reference
 * texts.
 * @throws ModelUnavailableError if the model does not answer.
 */
export const createMakeKeywordVector = (
  embedder: Embedder,
  loadCalibrate: LoadCalibrate,
): MakeKeywordVector => {
  /** The vectors of the last texts, oldest first. A keyword is usually previewed a moment before it is added. */
  const recent = new Map<string, StoredVector>();
  const embed = async (text: string): Promise<StoredVector> => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const [vector] = await embedAll(embedder, [{ title: text, body: '', purpose: 'keyword' }]);
    if (vector === undefined) throw new ModelUnavailableError();
    recent.set(text, vector);
    const [oldest] = recent.keys();
    if (recent.size > REMEMBERED && oldest !== undefined) recent.delete(oldest);
    return vector;
  };
  return async ({ user_id, keyword_id, text }) => {
    const vector = await embed(text);
    const calibration = isHybrid(vector) ? NO_CALIBRATION : (await loadCalibrate())(vector);
    return { user_id, keyword_id, vector, calibration };
  };
};
