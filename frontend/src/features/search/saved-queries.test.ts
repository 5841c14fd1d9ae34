import { describe, expect, it } from 'vitest';
import { changedFrom, movedTo, savedAs } from './saved-queries.ts';

describe('saved searches', () => {
  const mars = { q: 'mars', order: 'relevance' } as const;
  const newest = { q: 'mars', order: 'time' } as const;
  const moon = { q: 'moon', order: 'time' } as const;

  it('are recognised by their query, and by their order if several have it', () => {
    expect(savedAs([mars, newest, moon], 'mars', 'time')).toBe(newest);
    expect(savedAs([mars, newest, moon], 'mars', 'importance')).toBe(mars);
    expect(savedAs([mars, moon], 'moon', 'relevance')).toBe(moon);
    expect(savedAs([mars, moon], 'venus', 'time')).toBeUndefined();
  });

  it('are known after their query or order was changed, until the field is emptied', () => {
    const saved = [
      { ...mars, search_id: 'a', name: 'Mars', created_at: '' },
      { ...moon, search_id: 'b', name: 'Moon', created_at: '' },
    ];
    const [first, second] = saved;
    expect(changedFrom(saved, null, { q: 'mars rover', order: 'relevance' })).toBeUndefined();
    expect(changedFrom(saved, 'a', mars)).toBeUndefined();
    expect(changedFrom(saved, 'a', { q: 'mars rover', order: 'relevance' })).toBe(first);
    expect(changedFrom(saved, null, { q: 'mars', order: 'time' })).toBe(first);
    expect(changedFrom(saved, 'a', { q: 'moon', order: 'importance' })).toBe(second);
    expect(changedFrom(saved, 'a', moon)).toBeUndefined();
    expect(changedFrom(saved, 'a', { q: '', order: 'relevance' })).toBeUndefined();
    expect(changedFrom(saved, 'gone', { q: 'venus', order: 'relevance' })).toBeUndefined();
  });

  it('are moved among each other, and stay where there is no place for them', () => {
    expect(movedTo(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
    expect(movedTo(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(movedTo(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
    expect(movedTo(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  });
});
