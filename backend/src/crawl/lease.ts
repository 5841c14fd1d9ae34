/**
 * Time in milliseconds for which a worker holds a page. It is far longer than a function runs; a page whose worker died
 * is asked again after it.
 */
export const LEASE_MS = 5 * 60_000;

/** The most attempts of a page after the first. */
export const MOST_RETRIES = 3;

export const afterMs = (at: Date, ms: number): string => new Date(at.getTime() + ms).toISOString();
