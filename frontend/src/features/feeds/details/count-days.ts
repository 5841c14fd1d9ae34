import type { FetchDayOutcome } from '@omomi/backend/contract';

/** Returns the number of days with each outcome. */
export const countDays = (
  days: readonly { outcome: FetchDayOutcome }[],
): Readonly<Record<FetchDayOutcome, number>> => {
  const counts = { new: 0, unchanged: 0, failed: 0, none: 0 };
  for (const { outcome } of days) counts[outcome] += 1;
  return counts;
};
