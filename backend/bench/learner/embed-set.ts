import { calibratorOf } from '../../src/model/score/calibration.ts';
import type { EmbedRequest } from '../../src/model/score/embedder.ts';
import { referenceRequests } from '../../src/model/score/reference-texts.ts';
import { scoreArticle } from '../../src/model/score/score.ts';
import { textHash, toStored } from '../../src/model/score/vector-codec.ts';
import type { StoredVector } from '../../src/model/score/vector.ts';
import { createEmbeddedEmbedder } from '../../src/scoring/embedders/embedded.ts';

const embedder = createEmbeddedEmbedder();
const embed = async (requests: EmbedRequest[]): Promise<StoredVector[]> =>
  (await embedder.embed(requests)).map((result, at) => {
    if (!result.ok) throw result.error;
    return toStored(result.embedding, embedder.model, textHash(requests[at]!));
  });

/** Returns the vectors of articles, and by keyword its similarity to each of them. */
export const embedSet = async (
  articles: { title: string; text: string }[],
  keywords: string[],
): Promise<{ vectors: StoredVector[]; similarities: Map<string, Float32Array> }> => {
  const calibrate = calibratorOf(await embed(referenceRequests));
  const vectors = await embed(articles.map(({ title, text }) => ({ title, body: text, purpose: 'article' })));
  const ready = (await embed(keywords.map((text) => ({ title: text, body: '', purpose: 'keyword' })))).map(
    (vector, at) => ({
      keyword_id: at.toString(16).padStart(12, '0'),
      weight: 1,
      vector,
      calibration: calibrate(vector),
    }),
  );
  const similarities = new Map(keywords.map((text) => [text, new Float32Array(vectors.length)]));
  vectors.forEach((vector, article) => {
    scoreArticle(vector, ready).reasons.forEach(({ similarity_score }, at) => {
      const row = similarities.get(keywords[at] ?? '');
      if (row !== undefined) row[article] = similarity_score;
    });
  });
  return { vectors, similarities };
};
