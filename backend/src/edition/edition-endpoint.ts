import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Context } from '../model/context.ts';
import { createLoadImage } from '../pictures/load-image.ts';
import { gatherEdition, type Edition, type EditionContext, type Period } from './gather-edition.ts';
import { readKept } from './kept-editions.ts';
import { loadPictures } from './load-pictures.ts';
import { writeEpub } from './write-epub.ts';

const DAY_MS = 24 * 3_600_000;

export type MakeEditionContext = EditionContext & Pick<Context, 'blobs' | 'fetch' | 'notified' | 'parser'>;

export type MadeEdition = { bytes: Uint8Array; stories: number; pictures: number; day: string };

export type EditionQuestion = { since?: string | undefined; day?: string | undefined; limit: number };

/** Returns the time that is asked for: a day, since a time, or the last 24 hours. */
const periodOf = ({ since, day }: EditionQuestion, now: Date): Period => {
  if (day === undefined) return { since: since ?? new Date(now.getTime() - DAY_MS).toISOString() };
  const start = new Date(`${day}T00:00:00.000Z`);
  return { since: start.toISOString(), until: new Date(start.getTime() + DAY_MS).toISOString() };
};

/** Returns the edition that was kept of the day that is asked for; null if there is none. */
const keptOf = async (
  ctx: MakeEditionContext,
  userId: string,
  { day }: EditionQuestion,
): Promise<Edition | null> =>
  day === undefined ? null : readKept(ctx, userId, day, (await ctx.notified.get(userId))?.morning ?? null);

/**
 * Creates the function that makes the book of what reached a reader. A day of which a morning edition was kept gives that one, whatever
 * `limit` is and however its articles have changed.
 */
export const createMakeEdition = (ctx: MakeEditionContext) => {
  const loadImage = createLoadImage(ctx, { form: 'jpeg' });
  return async (userId: string, question: EditionQuestion, gone: AbortSignal): Promise<MadeEdition> => {
    const edition =
      (await keptOf(ctx, userId, question)) ??
      (await gatherEdition(ctx, userId, {
        ...periodOf(question, ctx.now()),
        limit: question.limit,
        isCompared: true,
      }));
    const pictures = await loadPictures({ loadImage, log: ctx.log }, edition, gone);
    const stories = edition.sections.reduce((sum, { chapters }) => sum + chapters.length, 0);
    return { bytes: writeEpub(edition, pictures), stories, pictures: pictures.size, day: edition.day };
  };
};

/** The endpoint that gives Today as a book. It begins no visit and marks nothing as read. */
export const editionEndpoint = (ctx: MakeEditionContext): HandlersOf<'getEdition'> => {
  const makeEdition = createMakeEdition(ctx);
  return {
    getEdition: async ({ reader: { user_id }, query, gone }) => {
      const { bytes, day } = await makeEdition(user_id, query, gone);
      return { bytes, content_type: 'application/epub+zip', filename: `omomi-${day}.epub` };
    },
  };
};
