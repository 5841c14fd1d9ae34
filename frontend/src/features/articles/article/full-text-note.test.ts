import { describe, expect, it } from 'vitest';
import { isTeaser } from './full-text-note.tsx';

describe('a teaser', () => {
  it.each([
    ['nothing', '', true],
    ['two sentences', '<p>The tide is late. The harbour waits.</p>', true],
    [
      'little text in long addresses',
      `<p><a href="https://a.example/${'w'.repeat(2_000)}">More</a></p>`,
      true,
    ],
    ['an article', `<p>${'The tide is late. '.repeat(80)}</p>`, false],
    [
      'a Japanese article of half as many characters',
      `<p>${'潮の満ち引きが遅れている。'.repeat(50)}</p>`,
      false,
    ],
  ])('is %s: %#', (_, content, expected) => {
    expect(isTeaser({ content })).toBe(expected);
  });
});
