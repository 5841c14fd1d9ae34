import { digest } from '../../lib/digest.ts';
import { canonicalLink } from './canonical-link.ts';

const LOWEST_ID = 2n ** 60n;
const IDS = 2n ** 63n - LOWEST_ID;

/** Returns the id of an article that these parts identify: a decimal of 19 digits. */
export const articleIdFrom = (...parts: string[]): string =>
  (LOWEST_ID + (BigInt(`0x${digest(16, ...parts)}`) % IDS)).toString();

/** Returns the id of the article at an address, whichever feed links it; null if that is no http or https address. */
export const articleIdOfLink = (link: string): string | null => {
  const canonical = canonicalLink(link);
  return canonical === null ? null : articleIdFrom('link', canonical);
};
