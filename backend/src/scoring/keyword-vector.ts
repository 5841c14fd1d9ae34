import { z } from 'zod';
import type { Context } from '../model/context.ts';
import { deleteOldest } from '../lib/memory.ts';
import { isItemError } from '../lib/errors.ts';
import {
  type Embedder,
  EmbeddingError,
  type EmbedRequest,
  type EmbedResult,
  ModelUnavailableError,
} from '../model/score/embedder.ts';
import type { Keyword, KeywordMemory, KeywordVector } from '../model/score/keyword.ts';
import { referenceRequests } from './reference-texts.ts';
import { bySample, byMoments, type Usual } from '../model/score/usual-cosines.ts';
import { textHash, toStored, isHybrid, type StoredVector } from '../model/score/vector.ts';
import { loadWordTables } from './words/word-tables.ts';

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

/** The number of texts whose vectors are kept. */
const REMEMBERED = 100;

const blobKey = (model: string) => `references/${encodeURIComponent(model)}.json`;

/** Returns the vectors of the reference texts, which the model embeds once: they are kept in the blob store. */
const referenceVectors = async ({
  embedder,
  blobs,
}: Pick<Context, 'embedder' | 'blobs'>): Promise<StoredVector[]> => {
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

/**
 * Returns what is usual for the cosines of a keyword of the current model. The embedded model comes with the moments of many
 * articles. Another model embeds the reference texts; what they show is kept in memory.
 * @throws ModelUnavailableError
 */
export const usualFor = async (
  ctx: Pick<Context, 'embedder' | 'blobs' | 'keywordMemory'>,
  keyword: StoredVector,
): Promise<Usual> => {
  if (isHybrid(keyword)) return byMoments(loadWordTables().background())(keyword);
  const memory = ctx.keywordMemory;
  memory.usual ??= referenceVectors(ctx)
    .then(bySample)
    .catch((error: unknown) => {
      memory.usual = null;
      throw error;
    });
  return (await memory.usual)(keyword);
};

/** Embeds a keyword, unless its text was embedded recently. @throws ModelUnavailableError if the model does not answer. */
export const makeKeywordVector = async (
  { embedder, keywordMemory: { recent } }: Pick<Context, 'embedder' | 'keywordMemory'>,
  { user_id, keyword_id, text }: Pick<Keyword, 'user_id' | 'keyword_id' | 'text'>,
): Promise<KeywordVector> => {
  const known = recent.get(text);
  if (known !== undefined) return { user_id, keyword_id, vector: known };
  const [vector] = await embedAll(embedder, [{ title: text, body: '', purpose: 'keyword' }]);
  if (vector === undefined) throw new ModelUnavailableError();
  recent.set(text, vector);
  deleteOldest(recent, REMEMBERED);
  return { user_id, keyword_id, vector };
};

/** Returns what a process knows of keywords when it begins. */
export const newKeywordMemory = (): KeywordMemory => ({ recent: new Map(), usual: null });
