import type { Background } from '../../src/model/score/usual-cosines.ts';
import { denseValues } from '../../src/model/score/vector.ts';
import { articlesOfFeeds } from '../relevance/feeds.ts';
import { articleRequest, embedAll } from '../relevance/rankings.ts';

/** Measures the moments of the vectors of all articles of a folder of feeds that have a known word, each text once. */
export const measureBackground = async (folder: string): Promise<Background & { articles: number }> => {
  const articles = await articlesOfFeeds(folder);
  const unique = new Map(
    articles.map(({ title, text }) => [`${title}\n${text}`, articleRequest(title, text)]),
  );
  const vectors = (await embedAll([...unique.values()])).filter(({ scale }) => scale > 0).map(denseValues);
  const size = vectors[0]?.length ?? 0;
  const mean = new Float64Array(size);
  for (const vector of vectors)
    vector.forEach((value, at) => {
      mean[at] = (mean[at] ?? 0) + value / vectors.length;
    });
  const covariance = new Float64Array((size * (size + 1)) / 2);
  for (const vector of vectors) {
    const distance = Float64Array.from(vector, (value, at) => value - (mean[at] ?? 0));
    let cell = 0;
    for (let row = 0; row < size; row += 1)
      for (let column = row; column < size; column += 1, cell += 1)
        covariance[cell] =
          (covariance[cell] ?? 0) + ((distance[row] ?? 0) * (distance[column] ?? 0)) / vectors.length;
  }
  return {
    mean: Float32Array.from(mean),
    covariance: Float32Array.from(covariance),
    articles: vectors.length,
  };
};
