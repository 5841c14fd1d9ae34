import { describe, expect, it } from 'vitest';
import { nextDocument } from './read-past.ts';

const url = 'https://blog.example/feed/';
const none = { prev_archive: null, next: null, is_wordpress: false };

describe('nextDocument', () => {
  it.each([
    [
      { ...none, prev_archive: 'https://a.example/1', next: 'https://a.example/2' },
      url,
      'https://a.example/1',
    ],
    [{ ...none, next: 'https://a.example/2', is_wordpress: true }, url, 'https://a.example/2'],
    [{ ...none, is_wordpress: true }, url, 'https://blog.example/feed/?paged=2'],
    [{ ...none, is_wordpress: true }, `${url}?paged=9`, 'https://blog.example/feed/?paged=10'],
    [{ ...none, is_wordpress: true }, `${url}?paged=x`, 'https://blog.example/feed/?paged=2'],
    [none, url, null],
  ])('after %j at %s is %s', (relations, at, next) => {
    expect(nextDocument(relations, at)).toBe(next);
  });
});
