import { describe, expect, it } from 'vitest';
import { sampleTime } from '../../../harness/samples/storage-samples.ts';
import { signatureOf } from '../../../../src/stories/signature.ts';
import { storyOfFirst, type RecentText, type StoryMember } from '../../../../src/model/story/story.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { createStoryStore } from '../../../../src/storage/story-store.ts';

const FEED = '0123456789abcdef';
const nobody = () => false;

const textAt = (article_id: string, written_at: string): RecentText => ({
  article_id,
  feed_id: FEED,
  written_at,
  published_at: sampleTime(0),
  signature: signatureOf({
    feed_id: FEED,
    link: null,
    title: 'Node.js 24.1.0 and 22.9.2 mend 3 holes',
    text: 'A release of both lines, said Ada Lovelace of Example.',
  }),
});

/** The behaviour of this store that every engine must show. */
export const storyStoreContract = (table: () => TableClient): void => {
  describe('stories', () => {
    it('returns texts from a time on, unchanged but for the steps of weights, apart from those that are known', async () => {
      const stories = createStoryStore(table());
      const texts = [1, 2, 3].map((n) => textAt(`118446744073709551${n}0`, sampleTime(n)));
      await stories.putTexts(texts);
      expect(await stories.listTexts(sampleTime(2), nobody)).toEqual(texts.slice(1));
      const isKnown = (articleId: string) => articleId === texts[1]?.article_id;
      expect(await stories.listTexts(sampleTime(0), isKnown)).toEqual([texts[0], texts[2]]);
      expect(await stories.listTexts(sampleTime(4), nobody)).toEqual([]);
    });

    it('returns members from a time on', async () => {
      const stories = createStoryStore(table());
      const members = [5, 6].map((n): StoryMember & { ttl: number } => ({
        story_id: storyOfFirst('1184467440737095510'),
        article_id: `118446744073709551${n}`,
        feed_id: FEED,
        first_feed_id: FEED,
        written_at: sampleTime(n),
        ttl: 2_000_000_000,
      }));
      await stories.putMembers(members);
      const stored = members.map(({ story_id, article_id, feed_id, first_feed_id, written_at }) => ({
        story_id,
        article_id,
        feed_id,
        first_feed_id,
        written_at,
      }));
      expect(await stories.listMembers(sampleTime(5), nobody)).toEqual(stored);
      expect(await stories.listMembers(sampleTime(6), nobody)).toEqual(stored.slice(1));
    });
  });
};
