import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FeedUrlError, feedIdOf, namesScheme, normaliseFeedUrl } from './feed-url.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { runs } from '../../../test/harness/property-runs.ts';
import { anyUrl } from '../../../test/harness/samples/any-url.ts';

describe('normaliseFeedUrl', () => {
  it.each([
    ['https://example.com/feed', 'https://example.com/feed'],
    ['  https://Example.COM/Feed \n', 'https://example.com/Feed'],
    ['http://example.com', 'http://example.com/'],
    ['example.com', 'https://example.com/'],
    ['//example.com/rss', 'https://example.com/rss'],
    ['example.com:8080/rss', 'https://example.com:8080/rss'],
    ['localhost:8081', 'https://localhost:8081/'],
    ['127.0.0.1:8081/a?b=c:d', 'https://127.0.0.1:8081/a?b=c:d'],
    ['feed:https://example.com/rss', 'https://example.com/rss'],
    ['feed:http://example.com/rss', 'http://example.com/rss'],
    ['feed://example.com/rss', 'https://example.com/rss'],
    ['feed:example.com/rss', 'https://example.com/rss'],
    ['FEED://example.com/rss', 'https://example.com/rss'],
    ['<https://example.com/rss>', 'https://example.com/rss'],
    ['https://example.com:443/rss', 'https://example.com/rss'],
    ['http://example.com:80/rss', 'http://example.com/rss'],
    ['https://example.com/rss#latest', 'https://example.com/rss'],
    ['https://example.com/a b?q=ü', 'https://example.com/a%20b?q=%C3%BC'],
    ['@some.one@social.example', 'https://social.example/@some.one'],
    ['https://重み.example/', 'https://xn--cbk0340a.example/'],
  ])('reads %j as %s', (text, url) => {
    expect(normaliseFeedUrl(text)).toBe(url);
  });

  it.each([
    '',
    '   ',
    'feed:',
    'hello world',
    'http://',
    'https://',
    'http://exa mple.com/',
    'http://[::1/',
    'ftp://example.com/feed',
    'javascript:alert(1)',
    'mailto:a@example.com',
    'file:///etc/passwd',
    'feed:javascript:alert(1)',
    'https://user:secret@example.com/',
    'user@example.com',
    `https://example.com/${'a'.repeat(2048)}`,
  ])('refuses %j with a sentence', (text) => {
    expect(() => normaliseFeedUrl(text)).toThrow(FeedUrlError);
    expect(() => normaliseFeedUrl(text)).toThrow(/^[A-Z][^\n]+\.$/);
  });

  it('normalises its own result to itself, and refuses everything else by FeedUrlError only', () => {
    const outcome = (text: string): string | FeedUrlError => {
      try {
        return normaliseFeedUrl(text);
      } catch (error) {
        if (error instanceof FeedUrlError) return error;
        throw error;
      }
    };
    fc.assert(
      fc.property(
        fc.oneof(
          anyUrl({ withQuery: true, withFragment: true }),
          fc.domain(),
          fc.string({ unit: anyCharacter }),
        ),
        (text) => {
          const once = outcome(text);
          expect(typeof once === 'string' ? outcome(once) : once).toBe(once);
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});

describe('namesScheme', () => {
  it.each([
    ['https://example.com', true],
    ['feed:http://example.com', true],
    ['example.com', false],
    ['localhost:8081/feed', false],
    ['feed://example.com', false],
  ])('of %s is %s', (text, named) => {
    expect(namesScheme(text)).toBe(named);
  });
});

describe('feedIdOf', () => {
  it('is equal for all spellings of an address, but differs by scheme', () => {
    expect(feedIdOf('https://example.com/feed')).toMatch(/^[0-9a-f]{16}$/);
    expect(feedIdOf(' https://EXAMPLE.com:443/feed#x')).toBe(feedIdOf('https://example.com/feed'));
    expect(feedIdOf('http://example.com/feed')).not.toBe(feedIdOf('https://example.com/feed'));
  });
});
