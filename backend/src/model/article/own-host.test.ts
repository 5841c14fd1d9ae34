import { describe, expect, it } from 'vitest';
import { isOwnHost } from './canonical-link.ts';

describe('the host of a link', () => {
  it.each([
    ['https://site.example/a', 'https://site.example/feed', true],
    ['https://www.site.example/a', 'http://site.example:8080/feed', true],
    ['https://site.example/a', 'https://feeds.site.example/rss', true],
    ['https://blog.site.example/a', 'https://www.site.example/rss', true],
    ['https://site.example/a', 'https://evilsite.example/rss', false],
    ['https://site.example/a', 'https://site.example.evil.example/rss', false],
    ['https://a.site.example/a', 'https://b.site.example/rss', false],
    ['mailto:someone@site.example', 'https://site.example/rss', false],
    [null, 'https://site.example/rss', false],
  ])('of %s is %s’s own: %s', (link, documentUrl, expected) => {
    expect(isOwnHost(link, documentUrl)).toBe(expected);
  });
});
