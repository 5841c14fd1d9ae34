import { expect, it } from 'vitest';
import { timeouts } from '../http/http-server.ts';
import { lastWriteSeconds } from '../adapters.ts';

it('waits longer than any request may take if there is more than one reader', () => {
  const signIn = { owner: 'owner@example.org', allowed: [], providers: [] };
  expect(lastWriteSeconds({ signIn }) * 1000).toBeGreaterThan(timeouts.api);
  expect(lastWriteSeconds({ signIn: null })).toBeLessThan(lastWriteSeconds({ signIn }));
});
