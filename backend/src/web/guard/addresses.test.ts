import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { refusedAddressKind } from './addresses.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const closedRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
  '::/8',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

const addressIn = (range: string): fc.Arbitrary<string> => {
  const [network, prefix] = ipaddr.parseCIDR(range);
  const start = network.toByteArray();
  return fc.uint8Array({ minLength: start.length, maxLength: start.length }).map((random) =>
    ipaddr
      .fromByteArray(
        start.map((byte, index) => {
          const fixedBits = Math.min(8, Math.max(0, prefix - index * 8));
          const mask = (0xff << (8 - fixedBits)) & 0xff;
          return (byte & mask) | (random[index]! & ~mask & 0xff);
        }),
      )
      .toString(),
  );
};

describe('refusedAddressKind', () => {
  it.each(closedRanges)('refuses every address of %s', (range) => {
    fc.assert(
      fc.property(addressIn(range), (address) => {
        expect(refusedAddressKind(address)).not.toBeNull();
      }),
      { numRuns: runs(200) },
    );
  });

  it('refuses every IPv4-mapped and IPv4-compatible form, public ones too', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(refusedAddressKind(`::ffff:${address}`)).not.toBeNull();
        expect(refusedAddressKind(`::${address}`)).not.toBeNull();
      }),
      { numRuns: runs(200) },
    );
  });

  it.each([
    ['127.0.0.1', 'loopback'],
    ['::1', 'loopback'],
    ['169.254.169.254', 'link-local'],
    ['fd00:ec2::254', 'private'],
    ['fe80::1%eth0', 'link-local'],
    ['100.100.100.200', 'carrier-grade NAT'],
    ['168.63.129.16', 'metadata'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['2002:7f00:1::', '6to4'],
    ['not an address', 'unknown'],
    ['', 'unknown'],
  ])('says why %s is refused', (address, kind) => {
    expect(refusedAddressKind(address)).toBe(kind);
  });

  it.each([
    '1.1.1.1',
    '93.184.215.14',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
  ])('allows %s', (address) => {
    expect(refusedAddressKind(address)).toBeNull();
  });
});
