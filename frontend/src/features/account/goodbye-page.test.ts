import { describe, expect, it } from 'vitest';
import { leftState } from './goodbye-page.tsx';

describe('the state of an account deletion', () => {
  it('depends on the job and on the error of the last request for it', () => {
    expect(leftState(null, null, null)).toBe('none');
    expect(leftState('abcdefgh', null, null)).toBe('running');
    expect(leftState('abcdefgh', null, 'INTERNAL')).toBe('running');
    expect(leftState('abcdefgh', { state: 'running' }, null)).toBe('running');
    expect(leftState('abcdefgh', { state: 'running' }, 'OFFLINE')).toBe('running');
    expect(leftState('abcdefgh', { state: 'running' }, 'NOT_FOUND')).toBe('gone');
    expect(leftState('abcdefgh', { state: 'done' }, null)).toBe('gone');
    expect(leftState('abcdefgh', null, 'UNAUTHENTICATED')).toBe('hidden');
    expect(leftState('abcdefgh', { state: 'failed' }, null)).toBe('failed');
  });
});
