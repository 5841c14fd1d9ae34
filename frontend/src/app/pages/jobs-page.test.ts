import type { Job } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { mergedJobs } from './jobs-page.tsx';

const job = (id: string, minute: number, state: Job['state'] = 'done'): Job => ({
  job_id: id,
  kind: 'recalculate',
  state,
  done: 0,
  total: null,
  result: null,
  created_at: `2026-03-01T12:0${minute}:00.000Z`,
  feed_id: null,
  undo_until: null,
});

describe('the jobs of the history and the watched jobs', () => {
  it('are merged, newest first, and a watched job replaces its copy in the history', () => {
    const history = [job('b', 2, 'running'), job('a', 1), job('a', 1)];
    const merged = mergedJobs(history, [job('c', 3, 'queued'), job('b', 2)]);
    expect(merged.map(({ job_id, state }) => [job_id, state])).toEqual([
      ['c', 'queued'],
      ['b', 'done'],
      ['a', 'done'],
    ]);
    expect(mergedJobs([], [])).toEqual([]);
  });
});
