import pMap from 'p-map';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Context } from '../model/context.ts';
import { createLoadImage, type LoadImage } from '../pictures/load-image.ts';
import { gatherEdition, type Edition, type EditionContext, type Period } from './gather-edition.ts';
import { readKept } from './kept-editions.ts';
import { writeEpub, type LoadedPicture } from './write-epub.ts';
import type { Log } from '../logging/log.ts';
import { picturesIn } from '../pictures/article-media.ts';

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

/** The types that every e-reader shows, with the ends of their names. */
const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
};

/** Pixels: the width of the screens of most e-readers in a column of text. */
const WIDTH = 900;
const MOST_PICTURES = 60;
/** Of one article, so that a gallery leaves pictures to the others. */
const MOST_OF_A_CHAPTER = 8;
/** Bytes of all, so that a book fits into an answer of a Lambda function, 6 MB in base64, and into a mail. */
const MOST_BYTES = 3_500_000;
const AT_ONCE = 4;

/**
 * Loads the pictures of an edition as JPEG of at most 900 pixels in width, or as PNG and GIF where they are small: the first eight
 * of each article, at most 60 and 3.5 MB. The others are left out, and so are those that cannot be loaded.
 */
const loadPictures = async (
  { loadImage, log }: { loadImage: LoadImage; log: Log },
  { sections }: Edition,
  gone: AbortSignal,
): Promise<Map<string, LoadedPicture>> => {
  const wanted = sections.flatMap(({ chapters }) =>
    chapters.flatMap(({ html }) => picturesIn(html).slice(0, MOST_OF_A_CHAPTER)),
  );
  const addresses = [...new Set(wanted)].slice(0, MOST_PICTURES);
  const loaded = await pMap(
    addresses,
    async (address) => {
      try {
        return await loadImage(address, WIDTH, gone);
      } catch (error) {
        gone.throwIfAborted();
        log.info('a picture is left out of an edition', { address, error });
        return null;
      }
    },
    { concurrency: AT_ONCE },
  );
  const pictures = new Map<string, LoadedPicture>();
  let bytes = 0;
  for (const [at, picture] of loaded.entries()) {
    const ending = picture === null ? undefined : endings[picture.content_type];
    if (picture === null || ending === undefined || bytes + picture.bytes.length > MOST_BYTES) continue;
    bytes += picture.bytes.length;
    const { content_type } = picture;
    pictures.set(addresses[at] ?? '', {
      file: `images/${picture.hash}.${ending}`,
      bytes: picture.bytes,
      content_type,
    });
  }
  return pictures;
};
