import { z } from 'zod';
import type { BlobStore } from '../model/article/article.ts';
import { isItemError } from '../lib/item-error.ts';
import {
  type Embedder,
  EmbeddingError,
  type EmbedRequest,
  type EmbedResult,
} from '../model/score/embedder.ts';
import { ModelUnavailableError } from './errors.ts';
import type { Keyword, KeywordVector } from '../model/score/keyword.ts';
import { referenceRequests } from './reference-texts.ts';
import { bySample, byMoments, type Usual, type UsualCosines } from '../model/score/usual-cosines.ts';
import { textHash, toStored } from '../model/score/vector-codec.ts';
import { isHybrid, type StoredVector } from '../model/score/vector.ts';
import { loadWordTables } from './words/word-tables.ts';

/** Returns what is usual for the cosines of a keyword of the current model. @throws ModelUnavailableError */
export type UsualFor = (keyword: StoredVector) => Promise<Usual>;

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

/**
 * Creates the function that returns what is usual for a keyword. The embedded model comes with the moments of many articles. Another
 * model embeds the reference texts once; their vectors are kept in the blob store, and in memory after the first use.
 */
export const createUsualFor = (embedder: Embedder, blobs: BlobStore): UsualFor => {
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
  let loading: Promise<UsualCosines> | null = null;
  return async (keyword) => {
    if (isHybrid(keyword)) return byMoments(loadWordTables().background())(keyword);
    loading ??= load()
      .then(bySample)
      .catch((error: unknown) => {
        loading = null;
        throw error;
      });
    return (await loading)(keyword);
  };
};

/** Creates the function that embeds a keyword. @throws ModelUnavailableError if the model does not answer. */
export const createMakeKeywordVector = (embedder: Embedder): MakeKeywordVector => {
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
    return { user_id, keyword_id, vector: await embed(text) };
  };
};
