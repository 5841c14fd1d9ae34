import { z } from 'zod';
import type { BlobStore } from '../articles/article.ts';
import { calibrate } from './calibration.ts';
import type { Embedder, EmbedRequest } from './embedder.ts';
import { ModelUnavailableError } from './errors.ts';
import type { Keyword, KeywordVector } from './keyword.ts';
import { referenceRequests } from './reference-texts.ts';
import { textHash, toStored } from './vector-codec.ts';
import type { StoredVector } from './vector.ts';

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

const embedAll = async (embedder: Embedder, requests: EmbedRequest[]): Promise<StoredVector[]> => {
  const results = await embedder.embed(requests);
  return requests.map((request, index) => {
    const result = results[index];
    if (result?.ok !== true) throw new ModelUnavailableError({ cause: result?.error });
    return toStored(result.embedding, embedder.model, textHash(request));
  });
};

const blobKey = (model: string) => `references/${encodeURIComponent(model)}.json`;

/** The reference texts' vectors, embedded once per model and kept in the blob store; held in memory after the first use. */
const createReferences = (embedder: Embedder, blobs: BlobStore): (() => Promise<StoredVector[]>) => {
  const hashes = referenceRequests.map(textHash).join();
  const load = async (): Promise<StoredVector[]> => {
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
  let loading: Promise<StoredVector[]> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
};

/** Embeds a keyword and calibrates it against the reference texts. Throws ModelUnavailableError. */
export const createMakeKeywordVector = (embedder: Embedder, blobs: BlobStore): MakeKeywordVector => {
  const references = createReferences(embedder, blobs);
  return async ({ user_id, keyword_id, text }) => {
    const [vector] = await embedAll(embedder, [{ title: text, body: '', purpose: 'keyword' }]);
    if (vector === undefined) throw new ModelUnavailableError();
    return { user_id, keyword_id, vector, calibration: calibrate(vector, await references()) };
  };
};
