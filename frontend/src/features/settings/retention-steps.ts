/** Returns the steps below `most`, then `most`, and the current value, in ascending order without repetition. */
export const retentionSteps = (steps: readonly number[], most: number, now: number): number[] =>
  [...new Set([...steps.filter((step) => step < most), most, now])].toSorted((a, b) => a - b);
