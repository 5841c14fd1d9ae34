import { describe, expect, it } from 'vitest';
import { imageAddress } from './image-address.ts';

describe('the address of a picture', () => {
  it('is loaded by https', () => {
    expect(imageAddress('https://img.example/a.jpg?b=1&c=2')).toBe('https://img.example/a.jpg?b=1&c=2');
    expect(imageAddress('http://img.example/a.jpg')).toBe('https://img.example/a.jpg');
  });

  it.each([
    '',
    'a.jpg',
    '/a.jpg',
    'data:image/png;base64,AA',
    'javascript:alert(1)',
    'blob:https://a.example/1',
  ])('is none for %j', (url) => {
    expect(imageAddress(url)).toBeNull();
  });
});
