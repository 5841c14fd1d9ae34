import { isIP } from 'node:net';
import { refusedAddressKind } from './addresses.ts';
import { isAllowedHost, portOf } from './allow-hosts.ts';
import type { AllowHosts } from './allow-hosts.ts';
import { OutboundError } from './guarded-fetch.ts';

const refuse = (message: string): OutboundError => new OutboundError('address_refused', message);

export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

const isOpenPort = (port: number): boolean => port === 80 || port === 443 || port >= 1024;

/**
 * Judges an address before anything is resolved: http or https, no user name or password, an open port, and not a
 * numeric host outside the public internet (the URL parser has already turned octal, hex and decimal hosts into
 * dotted ones). Names are judged by the connector, on the address they lead to. Throws `address_refused`.
 */
export const checkTarget = (text: string, allowHosts: AllowHosts, base?: URL): URL => {
  const url = URL.parse(text, base?.href);
  if (url === null) throw refuse('This is not a web address.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuse(`Only http and https addresses are fetched, not ${url.protocol.slice(0, 40)}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('Addresses that carry a user name or a password are not fetched.');
  }
  const port = portOf(url);
  const isAllowed = isAllowedHost(allowHosts, url.hostname, port);
  // An entry with a port names that very service, so it also opens a port that is closed otherwise.
  if (!isOpenPort(port) && !allowHosts.has(`${url.hostname}:${port}`)) {
    throw refuse(`Port ${port} is not used for the web; only 80, 443 and those from 1024 are fetched.`);
  }
  const host = withoutBrackets(url.hostname);
  if (!isAllowed && isIP(host) !== 0) {
    const kind = refusedAddressKind(host);
    if (kind !== null) throw refuse(`${host} is not on the public internet (${kind} address).`);
  }
  url.hash = '';
  return url;
};

/** Why an address would be refused before anything is resolved; null where it would not. */
export const targetRefusal = (text: string, allowHosts: AllowHosts): string | null => {
  try {
    checkTarget(text, allowHosts);
    return null;
  } catch (error) {
    if (error instanceof OutboundError) return error.message;
    throw error;
  }
};
