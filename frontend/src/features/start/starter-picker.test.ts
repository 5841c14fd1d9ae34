import { newFeed } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { starterFeeds, startersFor } from './starter-picker.tsx';

describe('the starter feeds', () => {
  it('have unique https addresses that the API accepts', () => {
    for (const { url } of starterFeeds) {
      expect(newFeed.safeParse({ url }).success).toBe(true);
      expect(new URL(url).protocol).toBe('https:');
    }
    expect(new Set(starterFeeds.map(({ url }) => url)).size).toBe(starterFeeds.length);
  });

  it('are listed with the reader’s language first, and none is missing', () => {
    for (const language of ['en', 'ja'] as const) {
      const feeds = startersFor(language);
      expect(feeds).toHaveLength(starterFeeds.length);
      expect(feeds[0]?.language).toBe(language);
      expect(feeds.at(-1)?.language).not.toBe(language);
    }
  });
});
