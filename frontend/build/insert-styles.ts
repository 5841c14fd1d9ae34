import { useInsertionEffect } from 'react';

// Takes the place of `@emotion/use-insertion-effect-with-fallbacks`.

/**
 * Makes and inserts the styles of a component while React renders it, as Emotion does for a React without insertion effects.
 * React renders in slices, but runs all such effects in one task, which making a hundred styles doubled when the page starts.
 */
export const useInsertionEffectAlwaysWithSyncFallback = <T>(insert: () => T): T => insert();

export { useInsertionEffect as useInsertionEffectWithLayoutFallback };
