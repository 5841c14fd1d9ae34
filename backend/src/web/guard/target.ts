import { isIP } from 'node:net';
import { refusedAddressKind } from './addresses.ts';
import { OutboundError } from './guarded-fetch.ts';

/** The hosts exempt from the address guard: "host" for any port, "host:port" for one port; IPv6 in brackets. */
export type AllowHosts = ReadonlySet<string>;

const parseEntry = (entry: string): string => {
  const wrong = new Error(
    `"${entry}" is no host: expected names or addresses like 127.0.0.1:8081, intranet.example or [::1]:8081, separated by commas`,
  );
  // The URL parser normalises numeric forms and letter case, as it does for request addresses.
  const url = URL.parse(`http://${entry}/`);
  if (url === null || url.hostname === '' || /[\s/?#@\\]/.test(entry) || url.pathname !== '/') throw wrong;
  const port = /:(\d+)$/.exec(entry)?.[1];
  if (port === undefined && entry.endsWith(':')) throw wrong;
  return port === undefined ? url.hostname : `${url.hostname}:${Number(port)}`;
};

/** Parses FETCH_ALLOW_HOSTS. Empty text allows no host. Throws an Error that names the invalid entry. */
export const parseAllowHosts = (text: string): AllowHosts =>
  new Set(
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map(parseEntry),
  );

/** Returns the port of a URL, with the default of its scheme. */
export const portOf = ({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

export const isAllowedHost = (allowHosts: AllowHosts, hostname: string, port: number): boolean =>
  allowHosts.has(hostname) || allowHosts.has(`${hostname}:${port}`);

const refuse = (message: string): OutboundError => new OutboundError('address_refused', message);

/** Returns a host without the brackets of an IPv6 address. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

const isOpenPort = (port: number): boolean => port === 80 || port === 443 || port >= 1024;

/**
 * Checks an address before anything is resolved: http or https, no user name or password, an open port, and not a
 * numeric host outside the public internet (the URL parser has already converted octal, hex and decimal hosts to dotted
 * ones). The connector checks the addresses of host names. Throws OutboundError `address_refused`.
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
  // An entry with a port names one service, so it also allows a port that is otherwise refused.
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

/** Returns the reason for which an address would be refused before anything is resolved; null if it would not be. */
export const targetRefusal = (text: string, allowHosts: AllowHosts): string | null => {
  try {
    checkTarget(text, allowHosts);
    return null;
  } catch (error) {
    if (error instanceof OutboundError) return error.message;
    throw error;
  }
};
