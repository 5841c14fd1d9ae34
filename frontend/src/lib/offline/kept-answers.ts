/*
 * Names that the page and its service worker share. The worker keeps the answers to these requests, and returns them
 * while the server cannot be reached.
 */

export const KEPT_ANSWERS = 'omomi-answers';

/** The header of an answer that was kept and may be old. */
export const KEPT_HEADER = 'x-omomi-kept';

/** The most answers that are kept: lists, feeds, preferences, and more than the hundred articles that are loaded ahead. */
export const MOST_KEPT = 400;
export const KEPT_SECONDS = 30 * 24 * 3_600;

const KEPT_PATHS =
  /^\/api\/(?:articles|articles\/[^/]+|counts|feeds|feeds\/[^/]+\/icon|folders|health|highlights|keywords|me|me\/preferences|searches|today)$/;

/** Checks whether the answer to a GET request of this path is kept. */
export const isKeptPath = (path: string): boolean => KEPT_PATHS.test(path);
