import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeReturnTo } from './login.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { runs } from '../../../test/harness/property-runs.ts';
import { anyPath, anyUrl } from '../../../test/harness/samples/any-url.ts';

const ours = 'https://reader.example';

/** Generates combinations of character sequences that can make a browser leave a site. */
const trick = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '/',
        '//',
        '\\',
        '\t',
        '\n',
        '\r',
        '\0',
        ' ',
        '.',
        '..',
        '@',
        ':',
        '?',
        '#',
        '%2f',
        '%5c',
        ';',
      ),
      fc.constantFrom(
        'http:',
        'https:',
        'javascript:',
        'data:',
        'evil.example',
        'reader.example',
        'api',
        'feeds',
        '。',
        '／',
      ),
      fc.string({ maxLength: 4, unit: anyCharacter }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

describe('the return path of a sign-in', () => {
  it.each([
    '/',
    '/feeds',
    '/feeds?folder=News&sort=published_at#top',
    '/a/b.c',
    '/sign-in?error=x',
    '/%E9%87%8D',
  ])('is %s', (path) => {
    expect(safeReturnTo(path)).toBe(path);
  });

  it.each([
    undefined,
    '',
    'feeds',
    'https://evil.example/',
    'https:evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    '/feeds\r\nset-cookie: a=b',
    '/重み',
    '/api/auth/login',
    '/API/auth/logout',
    '/x/../api/auth/link?provider=google',
  ])('is the first page for %j', (text) => {
    expect(safeReturnTo(text)).toBe('/');
  });

  it('never leaves the site, whatever path was requested', () => {
    fc.assert(
      fc.property(fc.oneof(trick, fc.string({ unit: anyCharacter }), anyUrl(), anyPath), (text) => {
        for (const asked of [text, `/${text}`]) {
          const path = safeReturnTo(asked);
          // Resolve the path as any browser resolves a Location header, from several pages of the site.
          for (const page of ['/', '/api/auth/callback?code=c', '/deep/er/'])
            expect(new URL(path, ours + page).origin).toBe(ours);
          expect(path).toMatch(/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/);
          expect(safeReturnTo(path)).toBe(path);
        }
      }),
      { numRuns: runs(2000) },
    );
  });
});
