import { describe, expect, it } from 'vitest';
import { beforeOf } from './use-mark-all.ts';

describe('the moment up to which articles are marked', () => {
  it('is now, or earlier by the age that they must have', () => {
    const now = new Date('2026-03-08T12:00:00.000Z');
    expect(beforeOf(0, now)).toBe('2026-03-08T12:00:00.000Z');
    expect(beforeOf(86_400_000, now)).toBe('2026-03-07T12:00:00.000Z');
  });
});
