/** The share of its runs that a property makes: all of them in `npm test`, fewer in the quick run. */
const SHARE = Number(process.env['PROPERTY_SHARE'] || 1);

/** Returns how often a property runs of so many times. */
export const runs = (count: number): number => Math.max(1, Math.round(count * SHARE));

/** Returns the examples that a test checks of a large collection: all of them, or every nth in the quick run. */
export const someOf = <T>(examples: readonly T[]): T[] => {
  const step = Math.max(1, Math.round(1 / SHARE));
  return examples.filter((_, at) => at % step === 0);
};

/** Returns how many cases of a kind a property must have met: so many, or none in the quick run, where chance decides. */
export const atLeastMet = (count: number): number => (SHARE < 1 ? 0 : count);
