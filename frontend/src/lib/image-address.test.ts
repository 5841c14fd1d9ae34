import { describe, expect, it } from 'vitest';
import { imageAddress } from './image-address.ts';

const key = '686.0123456789abcdefghijkl';

describe('the address of a picture', () => {
  it('is the server’s, with the publisher’s address and its key, over http too', () => {
    expect(imageAddress({ url: 'http://img.example/a.jpg?b=1&c=ü#d', key }, true)).toBe(
      `/api/image?url=http%3A%2F%2Fimg.example%2Fa.jpg%3Fb%3D1%26c%3D%C3%BC%23d&key=${key}`,
    );
  });

  it('names the width that is needed, of those that the server has', () => {
    const address = imageAddress({ url: 'https://img.example/a.jpg', key, width: 640 }, true) ?? '';
    expect(new URLSearchParams(address.split('?')[1]).get('width')).toBe('640');
    expect(imageAddress({ url: 'https://img.example/a.jpg', key, width: 640 }, false)).toBe(
      'https://img.example/a.jpg',
    );
  });

  it.each([null, undefined])('is none without a key: %s', (none) => {
    expect(imageAddress({ url: 'https://img.example/a.jpg', key: none }, true)).toBeNull();
  });

  it('is the publisher’s by https if the reader has switched the proxy off', () => {
    const at = (url: string) => imageAddress({ url, key }, false);
    expect(at('https://img.example/a.jpg?b=1&c=2')).toBe('https://img.example/a.jpg?b=1&c=2');
    expect(at('http://img.example/a.jpg')).toBe('https://img.example/a.jpg');
  });

  it.each([
    '',
    'a.jpg',
    '/a.jpg',
    'data:image/png;base64,AA',
    'javascript:alert(1)',
    'blob:https://a.example/1',
  ])('of the publisher is none for %j', (url) => {
    expect(imageAddress({ url, key }, false)).toBeNull();
  });
});
