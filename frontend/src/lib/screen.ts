import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Room for the feeds, a list and an article side by side. */
export const threePanes = '(min-width: 1200px)';
/** A screen on which the feeds are a pane, and a pointer that hits lines of 28 px. components/nav.css has both too. */
export const densePointer = '(min-width: 48rem) and (not (pointer: coarse))';
/** A screen that is as narrow as a phone. */
export const narrowScreen = '(max-width: 47.99em)';
/** A narrow screen that is used by touch. */
export const touchPhone = `${narrowScreen} and (pointer: coarse)`;
/** The height of a line of the sidebar, in pixels. A finger needs the higher one. */
export const lineHeights = { dense: 28, touch: 44 } as const;

/**
 * The height of the bar with the main pages at the lower edge of a narrow screen, without the safe area below it. What lies
 * over the lower edge of the page stays above it. app/theme/whole-page.ts has its value.
 */
export const barHeight = 'var(--bar-height)';

/** Returns whether a media query matches, now and whenever that changes. */
export const useMedia = (query: string): boolean => {
  // Kept, because React asks whether it matches at every rendering, and a new query takes longer than its answer.
  const media = useMemo(() => window.matchMedia(query), [query]);
  const subscribe = useCallback(
    (notify: () => void) => {
      media.addEventListener('change', notify);
      return () => media.removeEventListener('change', notify);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => media.matches);
};
