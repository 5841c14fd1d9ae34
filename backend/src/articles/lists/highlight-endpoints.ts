import { z } from 'zod';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { articleId, highlightId, HIGHLIGHTS_PER_ARTICLE, type NewHighlight } from '../../contract/index.ts';
import { DomainError } from '../../lib/errors.ts';
import { decodeJsonCursor, encodeJsonCursor } from '../../lib/json-cursor.ts';
import { isSavedByReader } from '../../model/article/entry.ts';
import type { Highlight, HighlightPosition } from '../../model/article/highlight.ts';
import type { Context } from '../../model/context.ts';
import { keptTitle } from '../../model/feed/subscription.ts';
import type { EntryVectorContext } from '../../scoring/vectors.ts';
import { noteSaved, type SavedContext } from '../reading/sending.ts';
import { saveArticle, type SavingContext } from '../reading/saving.ts';
import { present } from '../reading/shown-entry.ts';

/** An answer of 200 of the largest highlights, of some 13 KB each, is below the 6 MB of Lambda. */
const PAGE = 200;

const position = z.strictObject({ article_id: articleId, highlight_id: highlightId });

/** The endpoints of the passages that a reader marks. */
export const highlightEndpoints = (
  ctx: HighlightingContext,
): HandlersOf<'listHighlights' | 'setHighlight' | 'deleteHighlight'> => ({
  listHighlights: async ({ reader: { user_id }, query: { cursor } }) => {
    const after = cursor === undefined ? null : decodeJsonCursor(position, cursor);
    const { items, has_more } = await ctx.highlights.list(user_id, after, PAGE);
    const last = items.at(-1);
    const next_cursor =
      last === undefined || !has_more
        ? null
        : encodeJsonCursor({ article_id: last.article_id, highlight_id: last.highlight_id });
    return { items, next_cursor, has_more: next_cursor !== null };
  },
  setHighlight: ({ reader: { user_id }, params, body }) => setHighlight(ctx, { user_id, ...params }, body),
  deleteHighlight: async ({ reader: { user_id }, params }) => {
    if (!(await ctx.highlights.delete(user_id, params)))
      throw new DomainError('NOT_FOUND', 'You have no highlight with this id.');
    return undefined;
  },
});

type HighlightingContext = SavingContext &
  EntryVectorContext &
  SavedContext &
  Pick<Context, 'highlights' | 'learning'>;

/**
 * Marks a passage of an article, or changes its colour or note:
 *
 * 1. Save the article, unless the highlight is there already: what is marked is kept, with a copy of its text. If the call is
 *    cut off here, the article is saved and nothing is marked.
 * 2. Write the highlight with the names of its article, because it stays when the article is let go and expires.
 *
 * @throws NOT_FOUND for an unknown or expired article without this highlight, HIGHLIGHT_LIMIT
 */
const setHighlight = async (
  ctx: HighlightingContext,
  at: HighlightPosition & { user_id: string },
  given: NewHighlight,
): Promise<Highlight> => {
  const { user_id, article_id, highlight_id } = at;
  const now = ctx.now().toISOString();
  const made_at = given.made_at < now ? given.made_at : now;
  const known = await ctx.highlights.get(user_id, at);
  const named = known ?? (await savedFor(ctx, user_id, article_id));
  const { title, link, feed_title } = named;
  const highlight = { ...given, made_at, user_id, article_id, highlight_id, title, link, feed_title };
  await ctx.highlights.put(highlight);
  return highlight;
};

/** Saves the article of a new highlight, and returns what names it. */
const savedFor = async (
  ctx: HighlightingContext,
  userId: string,
  articleId: string,
): Promise<Pick<Highlight, 'title' | 'link' | 'feed_title'>> => {
  const entry = present(await ctx.entries.get(userId, articleId), ctx.now().toISOString());
  if ((await ctx.highlights.countOf(userId, articleId)) >= HIGHLIGHTS_PER_ARTICLE)
    throw new DomainError(
      'HIGHLIGHT_LIMIT',
      `This article has ${HIGHLIGHTS_PER_ARTICLE} highlights, which is the limit.`,
      { limit: HIGHLIGHTS_PER_ARTICLE },
    );
  const subscription = await ctx.subscriptions.get(userId, entry.feed_ids[0]);
  const feed_title = keptTitle(subscription);
  if (!isSavedByReader(entry)) {
    const saved = await saveArticle(ctx, userId, articleId, () => feed_title);
    await noteSaved(ctx, saved);
  }
  return { title: entry.title, link: entry.link, feed_title };
};
