import { articleTags, type BroughtArticle } from '../contract/index.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { unsaveArticle } from '../articles/reading/saving.ts';
import { setTags, type TaggingContext } from '../articles/reading/tagging.ts';
import { DomainError } from '../lib/errors.ts';
import { haveSame } from '../lib/have-same.ts';
import { shorten } from '../lib/shorten.ts';
import { isSavedByReader, type Entry } from '../model/article/entry.ts';
import { isExpired } from '../model/article/expiry.ts';
import { asKnown } from '../model/article/tags.ts';
import { keptTitle } from '../model/feed/subscription.ts';
import { siteOfLink } from '../model/article/canonical-link.ts';
import { readingMinutes } from '../model/article/reading-minutes.ts';
import { plainText } from '../parser/fields/text.ts';
import { idOf, keepOwn, type OwnArticleContext, ownArticle, pageAddress, saveKnown } from './own-article.ts';

const SUMMARY_LENGTH = 500;

type BringContext = OwnArticleContext & TaggingContext;

type Outcome = 'added' | 'known' | 'left_out';

/** The endpoint that takes in the articles that a reader saved or labelled in another reader, with their texts. */
export const bringSavedEndpoint = (ctx: BringContext): HandlersOf<'bringSaved'> => ({
  bringSaved: async ({ reader: { user_id }, body: { items } }) => {
    const contents = await ctx.parser.sanitiseAll(
      items.map(({ content, url }) => ({ html: content, base_url: url })),
    );
    const taken = { added: 0, known: 0, left_out: 0 };
    // One after the other: a file may hold an article twice.
    for (const [at, item] of items.entries()) taken[await bring(ctx, user_id, item, contents[at] ?? '')] += 1;
    return taken;
  },
});

/**
 * Keeps an article as its reader had kept it elsewhere:
 *
 * 1. Save the article that the reader has of this address, since the time when it was saved there; without one, write one with
 *    the text that came along. It counts as read.
 * 2. Add its labels to the tags that it has. A label that finds no room is left out.
 * 3. Let one go that was written and only labelled there: it stays as a tagged one does.
 *
 * Repeating it changes nothing. An address that is none leaves the article out.
 */
const bring = async (
  ctx: BringContext,
  userId: string,
  item: BroughtArticle,
  content: string,
): Promise<Outcome> => {
  try {
    const link = pageAddress(item.url);
    const now = ctx.now().toISOString();
    const since = item.saved_at !== null && item.saved_at <= now ? item.saved_at : undefined;
    const known = await ctx.entries.get(userId, idOf(link));
    const isHere = known !== null && !isExpired(known, now);
    if (isHere && (!item.is_saved || isSavedByReader(known))) return await label(ctx, known, item, since);
    const entry =
      (await saveKnown(ctx, userId, link, since)) ?? (await write(ctx, userId, item, link, content, since));
    await label(ctx, entry, item, since);
    if (!item.is_saved && item.tags.length > 0) await unsaveArticle(ctx, userId, entry.article_id);
    return 'added';
  } catch (error) {
    if (error instanceof DomainError && error.code === 'VALIDATION_FAILED') return 'left_out';
    throw error;
  }
};

const write = (
  ctx: BringContext,
  userId: string,
  item: BroughtArticle,
  link: string,
  content: string,
  since: string | undefined,
): Promise<Entry> => {
  const text = plainText(content);
  const site = siteOfLink(link);
  const article = ownArticle(ctx, userId, {
    link,
    site,
    title: plainText(item.title ?? '') || null,
    summary: shorten(text, SUMMARY_LENGTH),
    content,
    author: item.author,
    reading_minutes: readingMinutes(text),
    published_at: item.published_at,
    image_url: null,
  });
  return keepOwn(ctx, userId, article, site, since);
};

/** Step 2. Tells whether the article has got a tag. */
const label = async (
  ctx: BringContext,
  { user_id, article_id, own_tags, feed_ids }: Entry,
  { tags }: BroughtArticle,
  since: string | undefined,
): Promise<Outcome> => {
  if (tags.length === 0) return 'known';
  const names = await ctx.tags.list(user_id);
  let wanted = own_tags;
  for (const tag of tags) {
    const more = asKnown(names, [...wanted, tag]);
    if (articleTags.safeParse({ tags: more }).success) wanted = more;
  }
  if (haveSame(wanted, own_tags)) return 'known';
  const title = keptTitle(await ctx.subscriptions.get(user_id, feed_ids[0]));
  try {
    await setTags(ctx, user_id, article_id, wanted, () => title, since);
    return 'added';
  } catch (error) {
    if (error instanceof DomainError && error.code === 'TAG_LIMIT') return 'known';
    throw error;
  }
};
