import { version } from '../../lib/version.ts';

/** The name by which robots.txt, X-Robots-Tag and meta robots address this service (RFC 9309, 2.2.1). */
export const productToken = 'Omomi';

/** Returns the user agent sent to publishers, with the address where they learn who asks (USER_AGENT_URL). */
export const userAgentOf = (contactUrl: string): string => `${productToken}/${version} (+${contactUrl})`;
