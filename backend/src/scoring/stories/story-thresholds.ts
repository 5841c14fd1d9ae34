/**
 * The thresholds from which two articles are one story. Fitted by `npm run bench:stories`; another embedder may bring
 * others.
 */
export type StoryThresholds = {
  /** The least cosine of two texts. */
  texts: number;
  /** The least cosine of two texts whose titles have at least the cosine `titles`. */
  texts_with_titles: number;
  titles: number;
  /** The least number of words that two texts share, each in the title of one of them. */
  shared: number;
  /**
   * The least cosine of a text and those of the story on average, so that a chain of articles does not lead from one
   * event to another.
   */
  story: number;
};

export const storyThresholds: StoryThresholds = {
  texts: 0.5,
  texts_with_titles: 0.42,
  titles: 0.42,
  shared: 3,
  story: 0.3,
};
