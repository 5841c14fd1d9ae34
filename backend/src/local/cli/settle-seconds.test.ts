import { expect, it } from 'vitest';
import { timeouts } from '../http/http-server.ts';
import { settleSeconds } from './settle-seconds.ts';

it('waits for any request where there is more than one reader', () => {
  const signIn = { owner: 'owner@example.org', allowed: [], providers: [] };
  expect(settleSeconds({ signIn }) * 1000).toBeGreaterThan(timeouts.api);
  expect(settleSeconds({ signIn: null })).toBeLessThan(settleSeconds({ signIn }));
});
