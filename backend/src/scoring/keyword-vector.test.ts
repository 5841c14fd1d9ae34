import { describe, expect, test } from 'vitest';
import { memoryBlobs } from '../../test/harness/samples/storage-samples.ts';
import { watchedEmbedder } from '../../test/harness/scoring-samples.ts';
import type { Embedder } from '../model/score/embedder.ts';
import { referenceRequests } from '../model/score/reference-texts.ts';
import { createLoadCalibrate, createMakeKeywordVector } from './keyword-vector.ts';

const made = async (embedder: Embedder) => {
  const { store, files } = memoryBlobs();
  const makeVector = createMakeKeywordVector(embedder, createLoadCalibrate(embedder, store));
  return { vector: await makeVector({ user_id: 'local', keyword_id: 'k', text: 'mars' }), files };
};

describe('the vector of a keyword', () => {
  test('of the embedded model needs no reference text, because its similarity has no calibration', async () => {
    const { embedder, take } = watchedEmbedder();
    const { vector, files } = await made(embedder);
    expect(take().map(({ title }) => title)).toEqual(['mars']);
    expect(files.size).toBe(0);
    expect(vector.calibration).toMatchObject({ floor: 0 });
  });

  test('of a model behind an API is calibrated by the reference texts', async () => {
    const { embedder, take } = watchedEmbedder();
    const dense: Embedder = {
      model: 'dense-1',
      embed: async (requests) =>
        (await embedder.embed(requests)).map((result) =>
          result.ok
            ? { ok: true, embedding: { kind: 'dense', values: result.embedding.values.fill(1, 0, 1) } }
            : result,
        ),
    };
    const { files } = await made(dense);
    expect(take()).toHaveLength(1 + referenceRequests.length);
    expect(files.size).toBe(1);
  });
});
