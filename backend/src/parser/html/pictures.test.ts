import { describe, expect, it } from 'vitest';
import { firstPicture, PICTURE_BYTES, pictureAddress } from './pictures.ts';
import { sanitise } from './sanitise.ts';

const base = 'https://news.example/2026/article';

describe('the address of a picture for a list', () => {
  it.each([
    ['https://img.example/lead.jpg', 'https://img.example/lead.jpg'],
    ['http://img.example/lead.jpg', 'http://img.example/lead.jpg'],
    ['//img.example/lead.jpg', 'https://img.example/lead.jpg'],
    [' /media/lead photo.jpg?w=640&h=480 ', 'https://news.example/media/lead%20photo.jpg?w=640&h=480'],
    ['https://img.example/silicon-valley.jpg', 'https://img.example/silicon-valley.jpg'],
    ['https://img.example/iconic-bridge.jpg', 'https://img.example/iconic-bridge.jpg'],
  ])('is absolute: %j is %s', (address, expected) => {
    expect(pictureAddress(address, base)).toBe(expected);
  });

  it.each([
    undefined,
    '',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'ftp://img.example/a.jpg',
    'http://',
    'https://pixel.wp.com/b.gif?host=news.example',
    'https://feeds.feedburner.com/~r/news/~4/abc',
    'https://news.example/images/1x1.gif',
    'https://news.example/favicon.ico',
    'https://news.example/apple-touch-icon.png',
    'https://news.example/icons/rss.png',
    'https://s.w.org/images/core/emoji/72x72/1f600.png',
    'https://secure.gravatar.com/avatar/0123',
    'https://img.shields.io/npm/v/omomi.svg',
    `https://img.example/${'a'.repeat(PICTURE_BYTES)}.jpg`,
  ])('is null for %j', (address) => {
    expect(pictureAddress(address, base)).toBeNull();
  });

  it.each([
    [{ width: '1', height: '1' }, false],
    [{ width: '32' }, false],
    [{ width: '600', height: '20px' }, false],
    [{ style: 'display:none' }, false],
    [{ width: '640', height: '480' }, true],
    [{ width: '100%' }, true],
    [{ width: 'auto', height: '' }, true],
  ])('with %j stated may be used: %s', (stated, isUsed) => {
    expect(pictureAddress('/lead.jpg', base, stated) !== null).toBe(isUsed);
  });
});

describe('the first picture of a content', () => {
  it('is the first that is no symbol, with its address decoded', () => {
    const content = sanitise(
      `<p><img src="/face.png" width="48" height="48"><img src="https://pixel.wp.com/b.gif">
        <img alt="a" src="/lead.jpg?a=1&amp;b=2"><img src="/second.jpg"></p>`,
      base,
    );
    expect(firstPicture(content)).toBe('https://news.example/lead.jpg?a=1&b=2');
  });

  it('is null without a picture, and for text that only looks like one', () => {
    for (const html of ['', '<p>Text</p>', '<p>&lt;img src="https://a.example/b.jpg"></p>', '<img>'])
      expect(firstPicture(html)).toBeNull();
  });
});
