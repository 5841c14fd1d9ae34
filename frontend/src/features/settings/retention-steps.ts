/** The steps up to the most that is allowed, with that itself and with what is set now; ascending, each once. */
export const retentionSteps = (steps: readonly number[], most: number, now: number): number[] =>
  [...new Set([...steps.filter((step) => step < most), most, now])].toSorted((a, b) => a - b);
