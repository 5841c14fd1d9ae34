import { expect, it } from 'vitest';
import { askedAddress } from './asked-address.ts';

it.each([
  ['/subscribe', 'https://a.example/feed.xml', 'https://a.example/feed.xml'],
  ['/subscribe', 'feed:https://a.example/feed.xml', 'https://a.example/feed.xml'],
  ['/subscribe', 'feed://a.example/feed.xml', 'a.example/feed.xml'],
  ['/subscribe', 'web+rss:https://a.example/?q=%E9%87%8D', 'https://a.example/?q=%E9%87%8D'],
  ['/subscribe', ' web+feed://a.example ', 'a.example'],
  ['/subscribe', '', ''],
  ['/', 'https://a.example/feed.xml', ''],
])('%s with %j asks for %j', (pathname, url, expected) => {
  expect(askedAddress({ pathname, search: `?url=${encodeURIComponent(url)}` })).toBe(expected);
});

it('asks for nothing without an address', () => {
  expect(askedAddress({ pathname: '/subscribe', search: '' })).toBe('');
});
