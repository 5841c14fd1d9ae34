import type { Volume } from '../../contract/index.ts';

/** Articles a day up to which a feed is not damped. */
const USUAL_A_DAY = 5;
/**
 * The slope by which the factor falls with the logarithm of the rate. A feed of ten times the rate still reaches the
 * top.
 */
const FALL = 0.25;
const LEAST = 0.5;

/**
 * Returns the factor by which a feed's rate and the reader's choice for it change the scores of its articles. `normal`:
 * 1 below 10 articles a day, then falling to 0.5 from 80 on. `less`: half of that. `more`: 1.5, whatever the rate. The
 * rate counts in steps of powers of two, so that a feed that varies a little keeps its factor, and a recalculation
 * writes nothing for it. `perWeek` is null if the rate is unknown, which does not damp.
 */
export const sourceFactor = (perWeek: number | null, volume: Volume): number => {
  if (volume === 'more') return 1.5;
  const doublings = Math.max(0, Math.floor(Math.log2((perWeek ?? 0) / 7 / USUAL_A_DAY)));
  const damping = Math.max(LEAST, 1 / (1 + FALL * doublings));
  return volume === 'less' ? damping / 2 : damping;
};
