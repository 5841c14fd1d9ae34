import { expect, it } from 'vitest';
import { pagesUnder } from './take-page.ts';

const entry = (url: string, lastmod: string | null = null) => ({
  url,
  lastmod,
  title: null,
  published_at: null,
});

it('pages under a site are those of its host and path, the latest first, each once', () => {
  const urls = [
    entry('https://blog.example/blog/one', '2026-01-01T00:00:00.000Z'),
    entry('https://www.blog.example/blog/two', '2026-02-01T00:00:00.000Z'),
    entry('https://www.blog.example/blog/two?utm_source=x', '2025-02-01T00:00:00.000Z'),
    entry('https://blog.example/blog/undated'),
    entry('https://blog.example/blog/'),
    entry('https://blog.example/shop/three'),
    entry('https://other.example/blog/four'),
    entry('https://shop.blog.example/blog/five'),
  ];
  expect(pagesUnder({ kind: 'urlset', urls }, 'https://blog.example/blog/')).toEqual([
    'https://www.blog.example/blog/two',
    'https://blog.example/blog/one',
    'https://blog.example/blog/undated',
  ]);
  expect(pagesUnder({ kind: 'index', urls }, 'https://blog.example/blog/')).toEqual([]);
});

it('pages of a site are 2,000 at most', () => {
  const urls = Array.from({ length: 2100 }, (_, n) => entry(`https://blog.example/${n}`));
  expect(pagesUnder({ kind: 'urlset', urls }, 'https://blog.example/')).toHaveLength(2000);
});
