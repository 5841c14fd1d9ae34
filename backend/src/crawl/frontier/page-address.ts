import { digest } from '../../lib/digest.ts';
import { normalisePercent, queryWithoutTracking } from '../../model/article/canonical-link.ts';

/** The longest address that a crawl asks, in characters. */
const LONGEST = 2048;
const ID_DIGITS = 16;

/** An address in the form in which a crawl knows it. */
export type PageAddress = { url: string; page_id: string; host: string };

// A session's id makes a new address of the same page at every visit.
const sessionInPath = /;jsessionid=[^/?#;]*/gi;
const sessionParameter = /^(?:jsessionid|phpsessid|aspsessionid[a-z]*|cfid|cftoken|sid=[0-9a-f]{32})(?:=|$)/i;

/**
 * Returns the address of a page as a crawl knows it, by which a page is asked once: without fragment, tracking parameters
 * and session ids, with normalised percent-encoding. The order of parameters and a slash at the end stay, since servers
 * may tell such pages apart. Returns null for what is no page of the web: other schemes, user names, more than 2,048
 * characters.
 */
export const pageAddress = (text: string, base?: string): PageAddress | null => {
  const url = URL.parse(text.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return null;
  if (url.username !== '' || url.password !== '') return null;
  const path = normalisePercent(url.pathname).replace(sessionInPath, '');
  const query = queryWithoutTracking(url.search)
    .split('&')
    .filter((parameter) => !sessionParameter.test(parameter))
    .join('&');
  const address = `${url.origin}${path}${query === '' ? '' : `?${query}`}`;
  if (address.length > LONGEST) return null;
  return { url: address, page_id: digest(ID_DIGITS, address), host: url.host };
};
