/*
 * Sites can have endlessly many addresses: calendars, filters in every combination, relative links that grow at each
 * step. No rule tells them from pages for sure, so these bounds are far above what sites for people have; depth, limit
 * and the share of a host bound the rest.
 */

const MOST_SEGMENTS = 20;
const MOST_PARAMETERS = 10;
/** The most times that one segment may be in a path, and that a run of segments may follow itself. */
const MOST_REPEATS = 3;
const LONGEST_RUN = 4;
/** The fewest pages of one path that may differ in their query alone; crawls with large limits allow a tenth of it. */
const FEWEST_VARIANTS = 100;
/** The least number of pages that a host may have. */
const LEAST_SHARE = 50;

const hasRepeatedSegment = (segments: readonly string[]): boolean => {
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > MOST_REPEATS) return true;
    counts.set(segment, count);
  }
  return false;
};

/** Checks whether a run of segments, as a/b, comes three times in a row. */
const hasRepeatedRun = (segments: readonly string[]): boolean => {
  for (let length = 1; length <= LONGEST_RUN; length += 1)
    for (let at = 0; at + length * MOST_REPEATS <= segments.length; at += 1) {
      const runs = Array.from({ length: MOST_REPEATS }, (_, run) =>
        segments.slice(at + run * length, at + (run + 1) * length).join('/'),
      );
      if (new Set(runs).size === 1) return true;
    }
  return false;
};

/** Checks whether an address looks like one of endlessly many. */
export const isTrap = (address: string): boolean => {
  const url = new URL(address);
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  if (segments.length > MOST_SEGMENTS) return true;
  if (url.search.split('&').length > MOST_PARAMETERS) return true;
  return hasRepeatedSegment(segments) || hasRepeatedRun(segments);
};

/** Returns the path of an address whose query makes it one of several pages; null if it has no query. */
export const variantPath = (address: string): string | null => {
  const at = address.indexOf('?');
  return at === -1 ? null : address.slice(0, at);
};

/** Returns the largest number of pages that differ in their query alone. */
export const mostVariants = (limit: number): number => Math.max(FEWEST_VARIANTS, Math.ceil(limit / 10));

/**
 * Returns the largest number of pages of one host: all where there is one seed host, otherwise twice what each would have
 * if all had the same.
 */
export const hostShare = (limit: number, seedHosts: number): number =>
  seedHosts <= 1 ? limit : Math.min(limit, Math.max(LEAST_SHARE, Math.ceil((2 * limit) / seedHosts)));
