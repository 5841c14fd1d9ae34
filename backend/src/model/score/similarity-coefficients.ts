/*
 * Made by `npm run model:fit`: a logistic regression on all pairs of a keyword and an article of the sets named below. Each set
 * counts the same, and its relevant pairs are weighted to 1 in 20. Beside each set stands how well it is ranked by these
 * coefficients, and by coefficients that were fitted without its articles.
 */

export const COEFFICIENTS = {
  base: -3.601,
  z: 0.766,
  whole: 1.974,
  translated: 1.564,
  part: 1.354,
  unknown: 0.504,
  unknown_whole: 2.26,
};

export const FITTED_ON = {
  background: {
    feeds: 'real',
    articles: 3841,
    sha256: '1dfbd49bcc6990554a46faa4ba439495f4fd96c1e851214e375ea22b9212886e',
  },
  sets: [
    {
      set: 'news',
      articles: 581,
      keywords: 12,
      ndcg20: 0.895,
      ndcg20_left_out: 0.879,
      coefficients_left_out: {
        base: -3.635,
        z: 0.688,
        whole: 2.425,
        translated: 2.092,
        part: 2.023,
        unknown: 0.525,
        unknown_whole: 2.193,
      },
    },
    {
      set: 'stackoverflow',
      articles: 1600,
      keywords: 99,
      ndcg20: 0.86,
      ndcg20_left_out: 0.769,
      coefficients_left_out: {
        base: -3.62,
        z: 0.89,
        whole: 1.016,
        translated: 1.207,
        part: 0.42,
        unknown: 0.633,
        unknown_whole: 0.777,
      },
    },
    {
      set: 'livedoor',
      articles: 1800,
      keywords: 89,
      ndcg20: 0.769,
      ndcg20_left_out: 0.75,
      coefficients_left_out: {
        base: -3.501,
        z: 0.69,
        whole: 2.445,
        translated: 0,
        part: 1.677,
        unknown: 0.322,
        unknown_whole: 2.597,
      },
    },
    {
      set: 'livedoor-en',
      articles: 1800,
      keywords: 46,
      ndcg20: 0.815,
      ndcg20_left_out: 0.81,
      coefficients_left_out: {
        base: -3.501,
        z: 0.69,
        whole: 2.445,
        translated: 0,
        part: 1.677,
        unknown: 0.322,
        unknown_whole: 2.597,
      },
    },
  ],
};
