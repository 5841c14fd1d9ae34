import type { Job } from '@omomi/backend/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canUndo, isActive, nextLook } from './jobs.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const inSeconds = (seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();
const states = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
const jobOf = (state: Job['state'], age: number, undoUntil: string | null = null): Job => ({
  job_id: 'abcdefgh',
  kind: 'mark-read',
  state,
  done: 0,
  total: 5,
  result: null,
  created_at: inSeconds(-age),
  feed_id: null,
  undo_until: undoUntil,
});

describe('a job that can be undone', () => {
  it('is an active job whose undo period has not ended', () => {
    expect(canUndo(jobOf('queued', 300, inSeconds(0.001)), now)).toBe(true);
    expect(canUndo(jobOf('queued', 300, inSeconds(0)), now)).toBe(false);
    expect(canUndo(jobOf('queued', 300), now)).toBe(false);
    for (const state of ['done', 'failed', 'cancelled'] as const) {
      expect(canUndo(jobOf(state, 300, inSeconds(300)), now)).toBe(false);
      expect(isActive(jobOf(state, 300))).toBe(false);
    }
  });
});

describe('the next request for the jobs', () => {
  it('comes soon at first, and later as a job ages', () => {
    expect(nextLook([jobOf('running', 0)], false, now)).toBe(3_000);
    expect(nextLook([jobOf('running', 60)], false, now)).toBe(5_000);
    expect(nextLook([jobOf('queued', 600)], false, now)).toBe(10_000);
    expect(nextLook([jobOf('queued', 600), jobOf('running', 1)], false, now)).toBe(3_000);
  });

  it('comes when the undo period of a mark ends, and then as for every other job', () => {
    expect(nextLook([jobOf('queued', 0, inSeconds(600))], false, now)).toBe(601_000);
    expect(nextLook([jobOf('queued', 600, inSeconds(0))], false, now)).toBe(10_000);
  });

  it('comes while a job is expected, and not when all have ended', () => {
    expect(nextLook([], true, now)).toBe(3_000);
    expect(nextLook([jobOf('done', 600), jobOf('cancelled', 1, inSeconds(60))], false, now)).toBe(false);
  });

  it('never comes more than 20 times a minute', () => {
    const job = fc
      .tuple(fc.constantFrom(...states), fc.integer({ min: -10, max: 9_000 }), fc.integer({ max: 900 }))
      .map(([state, age, undo]) => jobOf(state, age, undo < 0 ? null : inSeconds(undo)));
    fc.assert(
      fc.property(fc.array(job), fc.boolean(), (jobs, isExpected) => {
        const wait = nextLook(jobs, isExpected, now);
        expect(wait === false || wait >= 3_000).toBe(true);
        expect(wait === false).toBe(!isExpected && !jobs.some(isActive));
      }),
    );
  });
});
