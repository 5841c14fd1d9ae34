import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { learnListing, pageToFeed } from '../../../src/parser/listing/page-to-feed.ts';

/*
 * Pages of many kinds with their furniture: navigation, sidebars, clouds of tags, advertisements, "Read more". Each must
 * give exactly its headlines, in order, with the dates that it states.
 */
type Expected = { url: string; items: { title: string; link: string; date: string | null }[] };

const folder = import.meta.dirname;
const expected: Record<string, Expected> = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));

const pageOf = (name: string, url: string) => ({
  bytes: readFileSync(join(folder, 'pages', `${name}.html`)),
  contentType: 'text/html; charset=utf-8',
  url,
});

describe('a listing page', () => {
  it.each(Object.entries(expected))('gives exactly its headlines: %s', (name, { url, items }) => {
    const page = pageOf(name, url);
    const [best] = learnListing(page).lists;
    expect(best).toBeDefined();
    const { feed } = pageToFeed(page, { kind: 'page', selectors: best!.selectors, shape: best!.shape });
    expect(
      feed.items.map(({ title, link, published_at }) => ({
        title,
        link,
        date: published_at?.slice(0, 10) ?? null,
      })),
    ).toEqual(items);
  });

  it('offers other lists of the page after the best one', () => {
    const { lists } = learnListing(pageOf('japanese-news', 'https://shimbun.example/news/'));
    expect(new Set(lists.map(({ pattern_id }) => pattern_id)).size).toBe(lists.length);
    expect(lists.length).toBeLessThanOrEqual(5);
  });
});

describe('a page that is no listing', () => {
  it.each([
    ['article', 'article'],
    ['sign-in', 'sign_in'],
    ['empty-shell', 'needs_scripts'],
    ['landing', 'no_list'],
  ])('says why: %s', (name, why) => {
    const learnt = learnListing(pageOf(name, `https://x.example/${name}`));
    expect(learnt.lists).toEqual([]);
    expect(learnt.why_none).toBe(why);
  });
});
