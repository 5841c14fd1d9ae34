import { signInError } from '@omomi/backend/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loginAddress, signInPage } from '../../lib/session.ts';
import { problemOf, returnPath } from './sign-in-page.tsx';
import { runs } from '../../../../backend/test/harness/property-runs.ts';

describe('coming to the sign-in page', () => {
  it('recognises every error code of the contract, and reports others as unknown', () => {
    for (const code of signInError.options) expect(problemOf(`?error=${code}`)).toBe(code);
    expect(problemOf('?error=new_one')).toBe('unknown');
    expect(problemOf('?error=')).toBeNull();
    expect(problemOf('')).toBeNull();
  });

  it('goes back to a path of this service', () => {
    for (const path of ['/?filter=unread', '/settings/apps', '/?folder=%E6%97%A5%E6%9C%AC'])
      expect(returnPath(signInPage(path).slice('/sign-in'.length))).toBe(path);
    expect(signInPage('/')).toBe('/sign-in');
    expect(returnPath('')).toBeNull();
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/sign-in?error=cancelled',
    '/api/auth/logout',
    '',
  ])('goes nowhere else: %j', (wanted) => {
    expect(returnPath(`?${new URLSearchParams({ return_to: wanted })}`)).toBeNull();
  });

  it('never leaves this origin, whatever the address says', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('/', '\\', '.', ':', '@', 'a', '\t', '%2f', '?', '#') }),
        (text) => {
          const path = returnPath(`?${new URLSearchParams({ return_to: text })}`);
          const end = new URL(path ?? '/', 'https://omomi.example/sign-in');
          expect(end.origin).toBe('https://omomi.example');
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});

describe('the addresses of signing in', () => {
  it('contain the provider and the return path', () => {
    expect(loginAddress('google', null)).toBe('/api/auth/login?provider=google');
    expect(loginAddress('google', '/?sort=time')).toBe(
      '/api/auth/login?provider=google&return_to=%2F%3Fsort%3Dtime',
    );
  });
});
