import type { LocalOptions } from './options.ts';

/**
 * How long what began before a reader left is waited for: longer than any request or fetch may take. The one reader of a
 * runner without sign-in keeps their user_id, so what comes late is never left without its reader.
 */
export const lastWriteSeconds = ({ signIn }: Pick<LocalOptions, 'signIn'>): number =>
  signIn === null ? 5 : 60;
