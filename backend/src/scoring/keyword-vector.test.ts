import { describe, expect, test } from 'vitest';
import { memoryBlobs } from '../../test/harness/samples/storage-samples.ts';
import { watchedEmbedder } from '../../test/harness/scoring-samples.ts';
import type { Embedder } from '../model/score/embedder.ts';
import { referenceRequests } from './reference-texts.ts';
import { makeKeywordVector, newKeywordMemory, usualFor } from './keyword-vector.ts';

const made = async (embedder: Embedder) => {
  const { store, files } = memoryBlobs();
  const ctx = { embedder, blobs: store, keywordMemory: newKeywordMemory() };
  const { vector } = await makeKeywordVector(ctx, { user_id: 'local', keyword_id: 'k', text: 'mars' });
  return { usual: [await usualFor(ctx, vector), await usualFor(ctx, vector)], files };
};

const denseOf = (embedder: Embedder): Embedder => ({
  model: 'dense-1',
  embed: async (requests) =>
    (await embedder.embed(requests)).map((result) =>
      result.ok
        ? { ok: true, embedding: { kind: 'dense', values: result.embedding.values.fill(1, 0, 1) } }
        : result,
    ),
});

describe('what is usual for a keyword', () => {
  test('of the embedded model follows from its background, without any reference text', async () => {
    const { embedder, take } = watchedEmbedder();
    const { usual, files } = await made(embedder);
    expect(take().map(({ title }) => title)).toEqual(['mars']);
    expect(files.size).toBe(0);
    expect(usual[0]!.deviation).toBeGreaterThan(0.05);
  });

  test('of a model behind an API is measured on the reference texts, which are embedded once', async () => {
    const { embedder, take } = watchedEmbedder();
    const { usual, files } = await made(denseOf(embedder));
    expect(take()).toHaveLength(1 + referenceRequests.length);
    expect(files.size).toBe(1);
    expect(usual[0]).toEqual(usual[1]);
    // All of its vectors have one large value in common.
    expect(usual[0]!.mean).toBeGreaterThan(0.3);
  });
});
