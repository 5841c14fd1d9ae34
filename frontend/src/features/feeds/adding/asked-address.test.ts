import { expect, it } from 'vitest';
import { askedAddress, pageToSave } from './asked-address.ts';

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

it.each([
  ['/save', '?url=https%3A%2F%2Fa.example%2F1', 'https://a.example/1'],
  ['/save', '?title=One&text=One%20https%3A%2F%2Fa.example%2F2%20', 'https://a.example/2'],
  ['/save', '?url=%20&text=no%20address', ''],
  ['/save', '', ''],
  ['/', '?url=https%3A%2F%2Fa.example%2F1', ''],
])('%s with %j saves %j', (pathname, search, expected) => {
  expect(pageToSave({ pathname, search })).toBe(expected);
});
