/*
 * Made by `npm run model:fit`: a logistic regression on all pairs of a keyword and an article of the sets named below. Each set
 * counts the same, and its relevant pairs are weighted to 1 in 20. Beside each set stands how well it is ranked by these
 * coefficients, and by coefficients that were fitted without its articles.
 */

export const COEFFICIENTS = {
  base: -3.602,
  z: 0.765,
  whole: 1.973,
  translated: 1.564,
  part: 1.357,
  unknown: 0.505,
  unknown_whole: 2.259,
};

export const FITTED_ON = {
  background: {
    feeds: 'real',
    articles: 3841,
    sha256: 'b07e8cb05c93bfb59428dbbafebd4f3251cb62c9244e9151b569443d284d8b00',
  },
  sets: [
    {
      set: 'news',
      articles: 581,
      keywords: 12,
      ndcg20: 0.895,
      ndcg20_left_out: 0.878,
    },
    {
      set: 'stackoverflow',
      articles: 1600,
      keywords: 99,
      ndcg20: 0.86,
      ndcg20_left_out: 0.768,
    },
    {
      set: 'livedoor',
      articles: 1800,
      keywords: 89,
      ndcg20: 0.769,
      ndcg20_left_out: 0.75,
    },
    {
      set: 'livedoor-en',
      articles: 1800,
      keywords: 46,
      ndcg20: 0.814,
      ndcg20_left_out: 0.81,
    },
  ],
};
