import pMap from 'p-map';
import { TAGGED_AT_ONCE } from '../../contract/index.ts';
import { DomainError } from '../../lib/errors.ts';
import { haveSame } from '../../lib/lists.ts';
import { isSavedByReader, type Entry, type EntryRow } from '../../model/article/entry.ts';
import { asKnown, knownTag, withTags } from '../../model/article/tags.ts';
import type { Context } from '../../model/context.ts';
import { keepEntry, letEntryGo, type SavingContext } from './saving.ts';
import { present } from './shown-entry.ts';

export type TaggingContext = SavingContext & Pick<Context, 'tags'>;

/** Number of articles whose tags are changed at once. */
const CONCURRENT_WRITES = 8;
const PAGE = 200;

/** Returns an entry with these tags, which keep it from that time on unless it stays already. */
const tagged = (entry: Entry, own_tags: readonly string[], since: string): Entry => ({
  ...entry,
  own_tags,
  is_saved: true,
  saved_at: entry.is_saved ? entry.saved_at : since,
  is_kept_by_tags: !entry.is_saved || entry.is_kept_by_tags,
});

/** Returns an entry without tags, which stays if it is saved. */
const untagged = (entry: Entry): Entry => ({
  ...entry,
  own_tags: [],
  is_kept_by_tags: false,
  ...(isSavedByReader(entry) ? {} : { is_saved: false, saved_at: null }),
});

/**
 * Gives an article these tags and no others. `taggedAt` is the time of the first one, if that was earlier than now:
 *
 * 1. Spell them as the reader's tags are, and add those that are new to the list. If the call is cut off here, the list has a
 *    tag without articles.
 * 2. Write the entry, with a copy of the text if nothing kept it before.
 *
 * @throws NOT_FOUND for an unknown or expired article, TAG_LIMIT
 */
export const setTags = async (
  ctx: TaggingContext,
  userId: string,
  articleId: string,
  tags: readonly string[],
  titleOf: (feedId: string) => string,
  taggedAt?: string,
): Promise<Entry> => {
  if (tags.length === 0) return removeTags(ctx, userId, articleId);
  present(await ctx.entries.get(userId, articleId), ctx.now().toISOString());
  const known = await ctx.tags.change(userId, (stored) => withTags(stored, tags));
  const own_tags = asKnown(known, tags);
  return keepEntry(ctx, userId, { articleId, titleOf, savedAt: taggedAt }, (entry, since) =>
    haveSame(entry.own_tags, own_tags) ? null : tagged(entry, own_tags, since),
  );
};

const removeTags = (ctx: TaggingContext, userId: string, articleId: string): Promise<Entry> =>
  letEntryGo(ctx, userId, articleId, (entry) => (entry.own_tags.length === 0 ? null : untagged(entry)));

/** Returns the tags that an article has after one of its tags was renamed or deleted. */
type Replace = (tags: readonly string[]) => readonly string[];

/**
 * Changes the articles of a tag, at most 200 of them. Those that have the tag only by a rule are passed over.
 * Returns how many it changed, and whether none is left.
 */
const changeTagged = async (
  ctx: TaggingContext,
  userId: string,
  name: string,
  replace: Replace,
): Promise<{ changed: number; is_done: boolean }> => {
  const found: EntryRow[] = [];
  const now = ctx.now().toISOString();
  let after: EntryRow | null = null;
  for (;;) {
    const page = await ctx.entries.list({
      user_id: userId,
      tag: name,
      sort: 'published_at',
      filter: 'all',
      feed_ids: null,
      limit: PAGE,
      after,
      now,
    });
    found.push(...page.rows.filter(({ own_tags }) => own_tags.includes(name)));
    after = page.rows.at(-1) ?? null;
    if (!page.has_more || after === null || found.length > TAGGED_AT_ONCE) break;
  }
  const changed = found.slice(0, TAGGED_AT_ONCE);
  await pMap(changed, (row) => replaceTag(ctx, row, name, replace), { concurrency: CONCURRENT_WRITES });
  return { changed: changed.length, is_done: found.length <= TAGGED_AT_ONCE };
};

const replaceTag = async (
  ctx: TaggingContext,
  { user_id, article_id, own_tags: listed }: Pick<EntryRow, 'user_id' | 'article_id' | 'own_tags'>,
  name: string,
  replace: Replace,
): Promise<void> => {
  const change = (entry: Entry): Entry | null => {
    if (!entry.own_tags.includes(name)) return null;
    const own_tags = replace(entry.own_tags);
    return own_tags.length === 0 ? untagged(entry) : { ...entry, own_tags };
  };
  if (replace(listed).length === 0) await letEntryGo(ctx, user_id, article_id, change);
  else await ctx.entries.change(user_id, article_id, change);
};

const ownTag = async ({ tags }: TaggingContext, userId: string, name: string): Promise<string> => {
  const known = (await tags.list(userId)).find((each) => each === name);
  if (known === undefined) throw new DomainError('NOT_FOUND', 'You have no tag of this name.');
  return known;
};

/**
 * Renames a tag in the list and in up to 200 articles. The old name stays in the list until no article has it, so that the
 * call can be repeated.
 * @throws NOT_FOUND, TAG_LIMIT
 */
export const renameTag = async (ctx: TaggingContext, userId: string, from: string, wanted: string) => {
  const name = await ownTag(ctx, userId, from);
  const known = await ctx.tags.list(userId);
  const others = known.filter((each) => each !== name);
  const to = knownTag(others, wanted) ?? wanted;
  if (to === name) return { changed: 0, is_done: true };
  // A place for the new name is free at the end, since the old one goes then.
  await ctx.tags.change(userId, (stored) => (stored.includes(to) ? null : [...stored, to]));
  const outcome = await changeTagged(ctx, userId, name, (tags) => [
    ...new Set(tags.map((each) => (each === name ? to : each))),
  ]);
  if (outcome.is_done) await forgetTag(ctx, userId, name);
  return outcome;
};

/** Takes a tag off up to 200 articles, and off the list once none has it. @throws NOT_FOUND */
export const deleteTag = async (ctx: TaggingContext, userId: string, name: string) => {
  await ownTag(ctx, userId, name);
  const outcome = await changeTagged(ctx, userId, name, (tags) => tags.filter((each) => each !== name));
  if (outcome.is_done) await forgetTag(ctx, userId, name);
  return outcome;
};

const forgetTag = ({ tags }: TaggingContext, userId: string, name: string): Promise<string[]> =>
  tags.change(userId, (stored) => (stored.includes(name) ? stored.filter((each) => each !== name) : null));
