import type { LocalOptions } from './options.ts';

/**
 * Returns the seconds to wait, after a reader left, for the writes that began before: more than any request or fetch
 * may take. Without sign-in, the one reader keeps their user_id, so a late write does no harm and the wait is short.
 */
export const lastWriteSeconds = ({ signIn }: Pick<LocalOptions, 'signIn'>): number =>
  signIn === null ? 5 : 60;
