import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/harness/property-runs.ts';
import { anyCharacter } from '../../test/harness/samples/any-character.ts';

import { feedRelations } from './feed-relations.ts';

const url = 'https://blog.example/feed/';
const read = (text: string) => feedRelations(new TextEncoder().encode(text), null, url);
const none = { prev_archive: null, next: null, is_wordpress: false };
const atom = (head: string): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom">${head}<entry><title>x</title></entry></feed>`;

describe('feedRelations', () => {
  it.each([
    [
      atom('<link rel="prev-archive" href="2026/01"/><link rel="next" href="/feed?page=2"/>'),
      { prev_archive: 'https://blog.example/feed/2026/01', next: 'https://blog.example/feed?page=2' },
    ],
    [
      '<rss xmlns:atom="http://www.w3.org/2005/Atom"><channel><atom:link href="https://a.example/2" rel="Next"/></channel></rss>',
      { next: 'https://a.example/2' },
    ],
    [
      '<rss><channel><generator>https://wordpress.org/?v=6.9</generator></channel></rss>',
      { is_wordpress: true },
    ],
    [atom('<generator uri="https://wordpress.com/">WordPress.com</generator>'), { is_wordpress: true }],
    [atom('<generator uri="https://wordpress.org.evil.example/">x</generator>'), {}],
    [atom('<link rel="next" href="javascript:alert(1)"/>'), {}],
    [atom(`<link rel="next" href="/${'x'.repeat(3000)}"/>`), {}],
    ['<rss><channel><item><link rel="next" href="/of-the-item"/></item></channel></rss>', {}],
    [
      '{"version":"https://jsonfeed.org/version/1.1","next_url":"page2.json"}',
      { next: 'https://blog.example/feed/page2.json' },
    ],
    ['{"next_url":7}', {}],
    ['{"next_url":', {}],
    ['', {}],
  ])('of %.80s', (text, relations) => {
    expect(read(text)).toEqual({ ...none, ...relations });
  });

  it('names web addresses alone, whatever the document is', () => {
    const part = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 30 }),
      fc.constantFrom(
        '<feed>',
        '<item>',
        '</item>',
        '<link rel="next" href="',
        '<atom:link rel="prev-archive" href="',
        '"/>',
        '<generator>',
        '{"next_url":"',
        '"}',
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const { prev_archive, next } = read(parts.join(''));
        for (const address of [prev_archive, next]) expect(address ?? 'https://').toMatch(/^https?:\/\//);
      }),
      { numRuns: runs(300) },
    );
  });
});
