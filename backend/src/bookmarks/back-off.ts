const MINUTE_MS = 60_000;

/** Returns how long to pause after this many failures in a row, in milliseconds. */
export const backOff = (failures: number): number => {
  if (failures >= 10) return 360 * MINUTE_MS;
  if (failures >= 5) return 60 * MINUTE_MS;
  return failures >= 3 ? 30 * MINUTE_MS : 0;
};
