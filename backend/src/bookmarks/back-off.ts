const MINUTE_MS = 60_000;

/** How long nothing is asked after so many failures in a row, in milliseconds. */
export const backOff = (failures: number): number => {
  if (failures >= 10) return 360 * MINUTE_MS;
  if (failures >= 5) return 60 * MINUTE_MS;
  return failures >= 3 ? 30 * MINUTE_MS : 0;
};
