import { z } from 'zod';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { articleId, highlightId } from '../../contract/index.ts';
import { DomainError } from '../../lib/errors.ts';
import { decodeJsonCursor, encodeJsonCursor } from '../../lib/json-cursor.ts';
import { setHighlight, type HighlightingContext } from '../reading/highlighting.ts';

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
