import { version } from '../config/version.ts';

/** How a request names itself to publishers. */
export const userAgent = `Omomi/${version} (feed reader)`;
