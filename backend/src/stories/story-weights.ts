/** How much each piece of evidence says that two articles tell of one event, in logits. */
export type EventWeights = {
  always: number;
  /** For the cosine of the words of the titles, by their rarity. */
  titles: number;
  /** For all of the words of the title that has the smaller part in the other text, by weight and rarity. */
  covered: number;
  /** For the natural logarithm of the weight of the shared words that are no names, which tell what happened. */
  told: number;
  /** For each name in one title that the other text lacks. */
  names: number;
  /** If each title has a number that the other one lacks. */
  numbers: number;
  /** For each doubling of the time between the two, from six hours on. */
  time: number;
  /** For the cosine of the texts' vectors; `unknown` in its place if one of them has no vector. */
  meaning: number;
  unknown: number;
};

const eventWeights: EventWeights = {
  always: -4.96,
  titles: 2.58,
  covered: 3.22,
  told: 0.5,
  names: -0.3,
  numbers: -1.05,
  time: -1.04,
  meaning: 4.72,
  unknown: 1.9,
};

/** The least logits at which an article joins a story, fits it on average, and continues an earlier one. */
const storyLimits = { joins: 2.3, fits: 2, continues: 2.2 };

export type StoryRules = { weights: EventWeights; limits: typeof storyLimits };
export const storyRules: StoryRules = { weights: eventWeights, limits: storyLimits };
