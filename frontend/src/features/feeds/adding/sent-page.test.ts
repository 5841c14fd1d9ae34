import { expect, it, describe } from 'vitest';
import { type SentPage, askedAddress, pageToSave, receivePage } from './sent-page.ts';

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

const url = 'https://paper.example/story?id=1';
const origin = 'https://paper.example';

/** Returns a window that another opened, what it was told, and a function that gives it a message. */
const openedWindow = (opener: object | null = { postMessage: () => undefined }) => {
  const listeners = new Set<(event: MessageEvent) => void>();
  const told: unknown[][] = [];
  if (opener !== null) Object.assign(opener, { postMessage: (...given: unknown[]) => told.push(given) });
  const own = {
    opener,
    addEventListener: (_: string, listener: never) => listeners.add(listener),
    removeEventListener: (_: string, listener: never) => listeners.delete(listener),
  } as unknown as Pick<Window, 'opener' | 'addEventListener' | 'removeEventListener'>;
  const pages: SentPage[] = [];
  const end = receivePage(url, (page) => pages.push(page), own);
  const give = (data: unknown, from = origin, source: unknown = opener): void => {
    for (const listener of listeners) listener({ data, origin: from, source } as MessageEvent);
  };
  return { told, pages, give, end, listeners };
};

describe('the document that a bookmark hands over', () => {
  it('is asked for at the site of the address alone, and taken once', () => {
    const { told, pages, give, listeners } = openedWindow();
    expect(told).toEqual([['omomi is ready', origin]]);
    give({ html: '<p>One</p>', title: ' A story ' });
    give({ html: '<p>Two</p>', title: 'Another' });
    expect(pages).toEqual([{ url, title: 'A story', html: '<p>One</p>' }]);
    expect(listeners.size).toBe(0);
  });

  it('is not taken from another site, another window or one that is no document', () => {
    const { pages, give } = openedWindow();
    give({ html: '<p>One</p>' }, 'https://evil.example');
    give({ html: '<p>One</p>' }, 'http://paper.example');
    give({ html: '<p>One</p>' }, 'null');
    give({ html: '<p>One</p>' }, origin, {});
    for (const data of [null, 'x', { html: 1 }, { html: '' }, { title: 'x' }, ['x']]) give(data);
    expect(pages).toEqual([]);
    give({ html: '<p>One</p>', title: 7 });
    expect(pages).toEqual([{ url, title: '', html: '<p>One</p>' }]);
  });

  it('is not taken without a window that opened this one, or after the end', () => {
    expect(openedWindow(null).listeners.size).toBe(0);
    const { pages, give, end } = openedWindow();
    end();
    give({ html: '<p>One</p>' });
    expect(pages).toEqual([]);
  });

  it.each([
    ['x'.repeat(2 ** 21), true],
    ['"'.repeat(2 ** 20), true],
    ['語'.repeat(700_000), true],
    ['語'.repeat(600_000), false],
  ])('says if it is larger in bytes than the server takes: %#', (html, isTooLarge) => {
    const { pages, give } = openedWindow();
    give({ html, title: 'T'.repeat(1000) });
    expect(pages[0]?.html).toBe(isTooLarge ? null : html);
    expect(pages[0]?.title).toHaveLength(300);
  });
});
