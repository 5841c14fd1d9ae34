import { version } from '../lib/version.ts';

/** The user agent sent to publishers. */
export const userAgent = `Omomi/${version} (feed reader)`;
