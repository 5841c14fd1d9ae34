import { describe, expect, it } from 'vitest';
import { isKeptPath } from './kept-answers.ts';

describe('answers that are kept for the time without a server', () => {
  it.each([
    '/api/articles',
    '/api/articles/1152921504610846988',
    '/api/counts',
    '/api/feeds',
    '/api/feeds/0000000000000001/icon',
    '/api/me',
    '/api/me/preferences',
    '/api/today',
  ])('are those of %s', (path) => expect(isKeptPath(path)).toBe(true));

  it.each([
    '/api/search',
    '/api/me/export',
    '/api/articles/1/reasons',
    '/api/jobs',
    '/api/sessions',
    '/api/tokens',
    '/api/auth/login',
    '/api/owner/readers',
    '/articles',
  ])('are not those of %s', (path) => expect(isKeptPath(path)).toBe(false));
});
