import { createHash } from 'node:crypto';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Context } from '../model/context.ts';
import { createLoadImage } from '../pictures/load-image.ts';
import { gatherEdition, type EditionContext } from './gather-edition.ts';
import { loadPictures } from './load-pictures.ts';
import { dayOf, writeEpub } from './write-epub.ts';

/** The time that an edition tells of. */
const WINDOW_MS = 24 * 3_600_000;
const HASH_DIGITS = 32;

export type MakeEditionContext = EditionContext & Pick<Context, 'fetch' | 'parser'>;

export type MadeEdition = { bytes: Uint8Array; stories: number; pictures: number; day: string };

/** Creates the function that makes the book of what reached a reader since a time, of the last day if none is given. */
export const createMakeEdition = (ctx: MakeEditionContext) => {
  const loadImage = createLoadImage(ctx, { form: 'jpeg' });
  return async (
    userId: string,
    { since, limit }: { since?: string | undefined; limit: number },
    gone: AbortSignal,
  ): Promise<MadeEdition> => {
    const from = since ?? new Date(ctx.now().getTime() - WINDOW_MS).toISOString();
    const edition = await gatherEdition(ctx, userId, { since: from, limit });
    const pictures = await loadPictures({ loadImage, log: ctx.log }, edition, gone);
    const stories = edition.sections.reduce((sum, { chapters }) => sum + chapters.length, 0);
    return { bytes: writeEpub(edition, pictures), stories, pictures: pictures.size, day: dayOf(edition) };
  };
};

/** The endpoint that gives Today as a book. It begins no visit and marks nothing as read. */
export const editionEndpoint = (ctx: MakeEditionContext): HandlersOf<'getEdition'> => {
  const makeEdition = createMakeEdition(ctx);
  return {
    getEdition: async ({ reader: { user_id }, query, gone }) => {
      const { bytes, day } = await makeEdition(user_id, query, gone);
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_DIGITS);
      return { bytes, content_type: 'application/epub+zip', hash, filename: `omomi-${day}.epub` };
    },
  };
};
