import { describe, expect, it } from 'vitest';
import { beforeOf } from './mark-read.ts';

describe('the moment up to which articles are marked', () => {
  it('is now, a day ago or a week ago', () => {
    const now = new Date('2026-03-08T12:00:00.000Z');
    expect(beforeOf('any', now)).toBe('2026-03-08T12:00:00.000Z');
    expect(beforeOf('day', now)).toBe('2026-03-07T12:00:00.000Z');
    expect(beforeOf('week', now)).toBe('2026-03-01T12:00:00.000Z');
  });
});
