/**
 * The height of the bar with the main pages at the lower edge of a narrow screen, without the safe area below it. What lies
 * over the lower edge of the page stays above it.
 */
export const barHeight = '3.5rem';

/** The distance of a message from the lower edge of the screen. */
export const aboveBar = {
  base: `calc(${barHeight} + env(safe-area-inset-bottom) + 0.75rem)`,
  md: 'max(1rem, env(safe-area-inset-bottom))',
};
