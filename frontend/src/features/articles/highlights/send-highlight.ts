import { highlight, type Highlight } from '@omomi/backend/contract';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/api.ts';

type Named = Pick<Highlight, 'article_id' | 'highlight_id'>;

/** Sends a highlight as it is from now on; null removes it. */
export const sendHighlight = async (
  { article_id, highlight_id }: Named,
  is: Highlight | null,
): Promise<void> => {
  const params = { article_id, highlight_id };
  if (is === null) {
    await call('deleteHighlight', { params }).catch((error: unknown) => {
      // It was removed elsewhere, or made without a connection, or an answer was lost.
      if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error;
    });
    return;
  }
  const { quote, prefix, suffix, start, rival, colour, note, made_at } = is;
  await call('setHighlight', {
    params,
    body: { quote, prefix, suffix, start, rival, colour, note, made_at },
  });
};

/** Sends a highlight that waited in the outbox. One that cannot be read, because another version wrote it, is left out. */
export const sendWaitingHighlight = async (at: Named, waiting: unknown): Promise<void> => {
  const { data } = highlight.nullable().safeParse(waiting);
  if (data !== undefined) await sendHighlight(at, data);
};
