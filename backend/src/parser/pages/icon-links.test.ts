import { describe, expect, it } from 'vitest';
import { iconLinks } from './icon-links.ts';

const page = 'https://site.example/blog/';
const head = (...links: string[]) =>
  `<!doctype html><html><head>${links.join('')}</head><body></body></html>`;
const link = (rel: string, href: string, more = '') => `<link rel="${rel}" href="${href}"${more}>`;

describe('the icons a page names', () => {
  it('are absolute addresses without repetition, resolved against the page’s base', () => {
    const links = [link('icon', 'i.png'), link('SHORTCUT ICON', '/f.ico'), link('icon', 'i.png')];
    expect(iconLinks(head(...links), page)).toEqual([
      'https://site.example/blog/i.png',
      'https://site.example/f.ico',
    ]);
    expect(iconLinks(head('<base href="//cdn.example/x/">', ...links), page)).toEqual([
      'https://cdn.example/x/i.png',
      'https://cdn.example/f.ico',
    ]);
  });

  it('are sorted by suitable size, with home screen icons last', () => {
    const links = [
      link('apple-touch-icon', '/touch.png', ' sizes="180x180"'),
      link('icon', '/16.png', ' sizes="16x16"'),
      link('icon', '/any.png'),
      link('icon', '/many.ico', ' sizes="16x16 48x48"'),
      link('icon', '/vector.svg', ' sizes="any" type="image/svg+xml"'),
    ];
    expect(iconLinks(head(...links), page).map((url) => new URL(url).pathname)).toEqual([
      '/many.ico',
      '/any.png',
      '/vector.svg',
      '/16.png',
      '/touch.png',
    ]);
  });

  it('are only web addresses from links to icons', () => {
    const links = [
      link('stylesheet', '/s.css'),
      link('mask-icon', '/mask.svg'),
      link('icon', 'data:image/png;base64,AAAA'),
      link('icon', 'javascript:alert(1)'),
      link('icon', 'http://[broken'),
      link('icon', ''),
      '<link rel="icon">',
    ];
    expect(iconLinks(head(...links), page)).toEqual([]);
  });

  it('come from the first part of a page only, at most 30', () => {
    const filler = '<p>text</p>'.repeat(5000);
    expect(iconLinks(`${head()}${filler}${link('icon', '/late.png')}`, page)).toEqual([]);
    const many = Array.from({ length: 200 }, (_, n) => link('icon', `/${n}.png`));
    expect(iconLinks(head(...many), page)).toHaveLength(30);
  });
});
