import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns an IP address in its normal form, IPv4 in IPv6 as IPv4; null for other text, such as a proxy's `unknown`. */
const normal = (text: string): string | null => (isIP(text) === 0 ? null : ipaddr.process(text).toString());

/** Returns an IP address in its normal form, and other text as it is. */
const normalAddress = (text: string): string => normal(text) ?? text;

/** Returns the address of a hop, which proxies write with or without brackets and port; null if it has none. */
const hopAddress = (hop: string): string | null => {
  const text = hop.trim();
  return normal(text) ?? normal(text.replace(/^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/, '$1$2'));
};

/** Returns the addresses in a list separated by commas, in their normal form; null if one is not an IP address. */
export const parseTrustedProxies = (text: string): string[] | null => {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const addresses = names.map(normal);
  return addresses.every((address) => address !== null) ? addresses : null;
};

/** Returns the viewer's address, from the connection's peer and the `X-Forwarded-For` header. */
export type ViewerAddress = (peer: string, forwardedFor: string | undefined) => string;

/**
 * Creates the function that finds the viewer's address. It reads `X-Forwarded-For` from its end, because each proxy
 * appends an address: the viewer is the first hop that is not a trusted proxy. The hops before it are ignored, because
 * the viewer can forge them. The viewer is the peer if the peer is not trusted or no such hop can be read.
 */
export const createViewerAddress = (trusted: readonly string[]): ViewerAddress => {
  const isTrusted = (address: string) => trusted.includes(address);
  return (peer, forwardedFor) => {
    const own = normalAddress(peer);
    if (forwardedFor === undefined || !isTrusted(own)) return own;
    for (const hop of forwardedFor.split(',').toReversed()) {
      const address = hopAddress(hop);
      if (address === null) return own;
      if (!isTrusted(address)) return address;
    }
    return own;
  };
};
