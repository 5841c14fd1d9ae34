import ipaddr from 'ipaddr.js';

/** Azure answers machine metadata and agent traffic here although the address counts as public. */
const azureWireServer = '168.63.129.16';

/** The only IPv6 block given out for the public internet (IANA): all others, IPv4-compatible ones included, stay closed. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

const rangeNames: Readonly<Record<string, string>> = {
  unspecified: 'unspecified',
  broadcast: 'broadcast',
  multicast: 'multicast',
  linkLocal: 'link-local',
  loopback: 'loopback',
  carrierGradeNat: 'carrier-grade NAT',
  private: 'private',
  uniqueLocal: 'private',
  ipv4Mapped: 'IPv4-mapped',
  rfc6145: 'IPv4-translated',
  rfc6052: 'NAT64',
  '6to4': '6to4',
  teredo: 'Teredo',
};

/**
 * Why a numeric address must not be connected to, in a word or two, or null for one of the public internet.
 * Whatever is not plainly public is refused, and so is text that is no address.
 */
export const refusedAddressKind = (address: string): string | null => {
  if (!ipaddr.isValid(address)) return 'unknown';
  if (address === azureWireServer) return 'metadata';
  const parsed = ipaddr.parse(address);
  const range: string = parsed.range();
  if (range !== 'unicast') return rangeNames[range] ?? 'reserved';
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return 'reserved';
  return null;
};
