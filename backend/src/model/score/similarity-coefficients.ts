/*
 * Made by `npm run model:fit`: a logistic regression on all pairs of a keyword and an article of the sets named below. Each set
 * counts the same, and its relevant pairs are weighted to 1 in 20. Beside each set stands how well it is ranked by these
 * coefficients, and by coefficients that were fitted without its articles.
 */

export const COEFFICIENTS = {
  base: -3.617,
  z: 0.705,
  whole: 1.859,
  translated: 1.307,
  part: 1.579,
  unknown: 0.522,
  unknown_whole: 2.331,
};

export const FITTED_ON = {
  background: {
    feeds: 'real',
    articles: 3841,
    sha256: 'dd6fe15e0a8f883a8c5c549b703d18f7172be958189d7bd2d64635a11519f10e',
  },
  sets: [
    {
      set: 'news',
      articles: 581,
      keywords: 12,
      ndcg20: 0.911,
      ndcg20_left_out: 0.89,
    },
    {
      set: 'stackoverflow',
      articles: 1600,
      keywords: 99,
      ndcg20: 0.864,
      ndcg20_left_out: 0.773,
    },
    {
      set: 'livedoor',
      articles: 1800,
      keywords: 89,
      ndcg20: 0.778,
      ndcg20_left_out: 0.755,
    },
    {
      set: 'livedoor-en',
      articles: 1800,
      keywords: 46,
      ndcg20: 0.818,
      ndcg20_left_out: 0.812,
    },
  ],
};
