import { describe, expect, it } from 'vitest';
import { chapterAt } from './chapters.tsx';

describe('the chapter that is heard', () => {
  const chapters = [{ start: 5 }, { start: 62.5 }, { start: 90 }];
  it.each([
    [0, -1],
    [5, 0],
    [62.3, 0],
    [62.46, 1],
    [89, 1],
    [4000, 2],
  ])('at %d seconds is number %d', (seconds, expected) =>
    expect(chapterAt(chapters, seconds)).toBe(expected),
  );
  it('is none where there are none', () => expect(chapterAt([], 3)).toBe(-1));
});
