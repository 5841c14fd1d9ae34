import { expect, it } from 'vitest';
import { retryAfter } from './headers.ts';

it('reads Retry-After as seconds and as a date', () => {
  const now = new Date('2026-03-01T08:00:00.000Z');
  expect(retryAfter('120', now)).toBe(120);
  expect(retryAfter('Sun, 01 Mar 2026 09:00:00 GMT', now)).toBe(3600);
  expect(retryAfter('Sun, 01 Mar 2026 07:00:00 GMT', now)).toBe(0);
  expect(retryAfter('soon', now)).toBeNull();
  expect(retryAfter(undefined, now)).toBeNull();
});
