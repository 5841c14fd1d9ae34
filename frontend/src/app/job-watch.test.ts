import type { Job } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { finishedIds, newlyFinished } from './job-watch.tsx';

const job = (id: string, state: Job['state']): Job => ({
  job_id: id,
  kind: 'recalculate',
  state,
  done: 0,
  total: null,
  result: null,
  created_at: '2026-03-01T12:00:00.000Z',
  feed_id: null,
  undo_until: null,
});

describe('jobs that have ended', () => {
  it('are not reported at the first answer', () => {
    expect(newlyFinished(null, [job('a', 'done')])).toEqual([]);
  });

  it('are reported once, also when they began and ended between two answers', () => {
    const first = [job('b', 'running'), job('a', 'done')];
    const second = [job('c', 'done'), job('b', 'failed'), job('a', 'done')];
    expect(newlyFinished(finishedIds(first), second).map(({ job_id }) => job_id)).toEqual(['c', 'b']);
    expect(newlyFinished(finishedIds(second), second)).toEqual([]);
  });
});
