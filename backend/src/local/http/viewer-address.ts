import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** One address in one form, IPv4 in IPv6 as IPv4; null for anything else, as a proxy's `unknown` or a made-up word. */
const normal = (text: string): string | null => (isIP(text) === 0 ? null : ipaddr.process(text).toString());

/** A hop as proxies write it: an address, or with brackets and port. */
const hopAddress = (hop: string): string | null => {
  const text = hop.trim();
  return normal(text) ?? normal(text.replace(/^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/, '$1$2'));
};

/** Addresses separated by commas, as given in a setting; null where one is none. */
export const parseTrustedProxies = (text: string): string[] | null => {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const addresses = names.map(normal);
  return addresses.every((address) => address !== null) ? addresses : null;
};

/** The viewer's address, from the connection's peer and `X-Forwarded-For`. */
export type ViewerAddress = (peer: string, forwardedFor: string | undefined) => string;

/**
 * Only what trusted proxies added to `X-Forwarded-For` is believed, from its end: the viewer is the first hop there that
 * is not one of them. What stands before it the viewer may have written. Without one that can be read it is the peer.
 */
export const createViewerAddress = (trusted: readonly string[]): ViewerAddress => {
  const isTrusted = (address: string) => trusted.includes(address);
  return (peer, forwardedFor) => {
    const own = normal(peer) ?? peer;
    if (forwardedFor === undefined || !isTrusted(own)) return own;
    for (const hop of forwardedFor.split(',').toReversed()) {
      const address = hopAddress(hop);
      if (address === null) return own;
      if (!isTrusted(address)) return address;
    }
    return own;
  };
};
