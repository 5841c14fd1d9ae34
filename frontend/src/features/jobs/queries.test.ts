import type { Job } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { canUndo, isActive } from './queries.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const mark = (state: Job['state'], undoUntil: string | null): Job => ({
  job_id: 'abcdefgh',
  kind: 'mark-read',
  state,
  done: 0,
  total: 5,
  result: null,
  created_at: '2026-03-01T11:55:00.000Z',
  feed_id: null,
  undo_until: undoUntil,
});

describe('a job that can be undone', () => {
  it('is one that is not over, until its time is', () => {
    expect(canUndo(mark('queued', '2026-03-01T12:00:00.001Z'), now)).toBe(true);
    expect(canUndo(mark('queued', '2026-03-01T12:00:00.000Z'), now)).toBe(false);
    expect(canUndo(mark('queued', null), now)).toBe(false);
    for (const state of ['done', 'failed', 'cancelled'] as const) {
      expect(canUndo(mark(state, '2026-03-01T12:05:00.000Z'), now)).toBe(false);
      expect(isActive(mark(state, null))).toBe(false);
    }
  });
});
