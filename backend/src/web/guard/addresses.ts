import ipaddr from 'ipaddr.js';

/** The address at which Azure serves machine metadata and agent traffic, although it counts as public. */
const azureWireServer = '168.63.129.16';

/**
 * The only IPv6 block assigned to the public internet (IANA). All others are refused, including IPv4-compatible
 * addresses.
 */
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
 * Returns in a word or two why a numeric address must not be connected to; null for one on the public internet.
 * Everything that is not clearly public is refused, including text that is not an address.
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
