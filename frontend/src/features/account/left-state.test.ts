import { describe, expect, it } from 'vitest';
import { leftState } from './left-state.ts';

describe('how far a leaving is', () => {
  it('goes by the job, and by what is left to see of it', () => {
    expect(leftState(null, null)).toBe('running');
    expect(leftState({ state: 'running' }, null)).toBe('running');
    expect(leftState({ state: 'running' }, 'OFFLINE')).toBe('running');
    expect(leftState({ state: 'running' }, 'NOT_FOUND')).toBe('gone');
    expect(leftState({ state: 'done' }, null)).toBe('gone');
    expect(leftState(null, 'UNAUTHENTICATED')).toBe('hidden');
    expect(leftState({ state: 'failed' }, null)).toBe('failed');
  });
});
