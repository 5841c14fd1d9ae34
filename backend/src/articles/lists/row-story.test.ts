import { describe, expect, it } from 'vitest';
import { sampleEntry, sampleFeedId } from '../../../test/harness/samples/storage-samples.ts';
import { namesOf } from './row-to-wire.ts';
import { rowStoryOf } from './row-to-wire.ts';

const names = {
  ...namesOf([], [], null, new Date('2026-03-10T00:00:00.000Z')),
  signImage: () => null,
};
const entryOf = (id: number, feed: number) =>
  sampleEntry({ article_id: String(id), feed_ids: [sampleFeedId(feed)] });

describe('the story of a row', () => {
  it.each([
    { of: [1], sources: 0 },
    { of: [1, 2], sources: 1 },
    { of: [2, 2, 3], sources: 2 },
    { of: [2, 3, 4, 5, 6, 7, 8], sources: 7 },
  ])('with articles of the feeds $of beside one of feed 1 has $sources other sources', ({ of, sources }) => {
    const others = of.map((feed, at) => entryOf(at + 2, feed));
    const story = rowStoryOf('s', { row: entryOf(1, 1), others, names });
    expect(story).toMatchObject({ size: of.length + 1, other_sources: sources });
  });

  it('is none for the only article', () => {
    expect(rowStoryOf('s', { row: entryOf(1, 1), others: [], names })).toBeNull();
  });
});
