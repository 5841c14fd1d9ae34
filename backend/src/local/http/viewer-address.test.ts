import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createViewerAddress, parseTrustedProxies } from './http-event.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';

describe('the viewer’s address', () => {
  const addressOf = createViewerAddress(['127.0.0.1', '10.0.0.2', '2001:db8::1']);

  it.each<[string, string | undefined, string]>([
    ['198.51.100.7', undefined, '198.51.100.7'],
    ['198.51.100.7', '203.0.113.9', '198.51.100.7'],
    ['::ffff:198.51.100.7', undefined, '198.51.100.7'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['2001:db8:0::1', '203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', '1.1.1.1,203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['127.0.0.1', '127.0.0.1, 203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', '203.0.113.9:51234', '203.0.113.9'],
    ['127.0.0.1', '[2001:db8::9]:51234', '2001:db8::9'],
    ['127.0.0.1', '2001:db8::9', '2001:db8::9'],
    ['127.0.0.1', '203.0.113.9, unknown', '127.0.0.1'],
    ['127.0.0.1', '203.0.113.9, ', '127.0.0.1'],
    ['127.0.0.1', '10.0.0.2', '127.0.0.1'],
  ])('for the peer %s with X-Forwarded-For %s is %s', (peer, forwardedFor, address) => {
    expect(addressOf(peer, forwardedFor)).toBe(address);
  });

  it('is never taken from what the viewer wrote into X-Forwarded-For', () => {
    const viewer = fc.ipV4().filter((address) => !['127.0.0.1', '10.0.0.2'].includes(address));
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), viewer, (written, address) => {
        expect(addressOf('127.0.0.1', `${written}, ${address}`)).toBe(address);
        expect(addressOf('127.0.0.1', `${written}, ${address}, 10.0.0.2`)).toBe(address);
        expect(createViewerAddress([])('127.0.0.1', `${written}, ${address}`)).toBe('127.0.0.1');
      }),
    );
  });
});

describe('the setting of trusted proxies', () => {
  it('is read as normalised addresses, or refused', () => {
    expect(parseTrustedProxies('')).toEqual([]);
    expect(parseTrustedProxies('127.0.0.1, ::ffff:10.0.0.2,2001:DB8:0::1')).toEqual([
      '127.0.0.1',
      '10.0.0.2',
      '2001:db8::1',
    ]);
    for (const wrong of ['proxy.example', '10.0.0.0/8', '127.1', '127.0.0.1 10.0.0.2', '[::1]'])
      expect(parseTrustedProxies(wrong)).toBeNull();
  });
});
