import { describe, expect, it } from 'vitest';
import { feedFixture } from '../../../test/fixtures.ts';
import { notSearchedFeeds } from './use-search-page.ts';

const feed = (n: number, title: string, over_limit: number) =>
  feedFixture(n, { title, left_out: { over_limit, too_large: 0, unreadable: 0 } });
const feeds = [feed(1, 'Harbour News', 3), feed(2, 'Podcast', 680), feed(3, 'Weather', 0)];
const titles = (q: string) => notSearchedFeeds(feeds, q).map(({ title }) => title);

describe('what a search could not look through', () => {
  it('is what is missing of all feeds, the most first', () => {
    expect(titles('lighthouse')).toEqual(['Podcast', 'Harbour News']);
  });

  it('is what is missing of the feeds that the query names', () => {
    expect(titles('feed:"harbour news" lighthouse')).toEqual(['Harbour News']);
    expect(titles('feed:podcast')).toEqual(['Podcast']);
    expect(titles('FEED:Weather storm')).toEqual([]);
  });
});
