import { z } from 'zod';
import type { RecentText, StoryMember, StoryStore } from '../../model/story/story.ts';
import { binary, decoding, keyed, parseItem } from '../table/items.ts';
import {
  articleIdIn,
  storyMemberKey,
  storyMembers,
  storyTextKey,
  storyTexts,
  timeInStoryKey,
  type ItemRange,
  type Key,
} from '../table/keys.ts';
import { decodeSignature, encodeSignature } from './signature-codec.ts';
import type { Item, TableClient } from '../table/table.ts';

const textSchema = keyed.extend({ feed_id: z.string(), published_at: z.int(), signature: binary });
const memberSchema = keyed.extend({ story_id: z.string(), feed_id: z.string(), first_feed_id: z.string() });

/** Hours for which a text is kept: the 72 of a story, and a day for clocks that differ and for slow queues. */
const TEXT_HOURS = 96;
/** The newest items that are returned, about 5 MB. */
const MOST_ITEMS = 20_000;

const textOf = (item: Item): RecentText => {
  const parsed = parseItem(textSchema, item);
  return decoding(parsed, () => ({
    article_id: articleIdIn(parsed.SK),
    feed_id: parsed.feed_id,
    written_at: timeInStoryKey(parsed.SK),
    published_at: new Date(parsed.published_at).toISOString(),
    signature: decodeSignature(parsed.signature),
  }));
};

const memberOf = (item: Item): StoryMember => {
  const { SK, story_id, feed_id, first_feed_id } = parseItem(memberSchema, item);
  return { article_id: articleIdIn(SK), written_at: timeInStoryKey(SK), story_id, feed_id, first_feed_id };
};

export const createStoryStore = (table: TableClient): StoryStore => ({
  putTexts: (texts) =>
    table.batchPut(
      texts.map(({ article_id, feed_id, published_at, written_at, signature }) => ({
        ...storyTextKey(written_at, article_id),
        feed_id,
        published_at: Date.parse(published_at),
        signature: encodeSignature(signature),
        ttl: Math.ceil(Date.parse(written_at) / 1000) + TEXT_HOURS * 3600,
      })),
    ),
  listTexts: async (since, isKnown) =>
    (
      await listSince(table, { ...storyTexts, since: storyTextKey(since, ''), is_consistent: true }, isKnown)
    ).map(textOf),
  putMembers: (members) =>
    table.batchPut(
      members.map(({ story_id, article_id, feed_id, first_feed_id, written_at, ttl }) => ({
        ...storyMemberKey(written_at, article_id),
        story_id,
        feed_id,
        first_feed_id,
        ttl,
      })),
    ),
  listMembers: async (since, isKnown) =>
    (
      await listSince(
        table,
        { ...storyMembers, since: storyMemberKey(since, ''), is_consistent: false },
        isKnown,
      )
    ).map(memberOf),
});

/** Reads the items from the time on, in the order in which they were written. */
const listSince = async (
  table: TableClient,
  { since, is_consistent, ...range }: ItemRange & { since: Key; is_consistent: boolean },
  isKnown: (articleId: string) => boolean,
): Promise<Item[]> => {
  const found: Item[] = [];
  let after: Item | undefined = since;
  do {
    const page = await table.queryPage({ ...range, after, is_consistent });
    found.push(...page.items.filter(({ SK }) => !isKnown(articleIdIn(String(SK)))));
    after = page.last;
  } while (after !== undefined);
  return found.slice(-MOST_ITEMS);
};
