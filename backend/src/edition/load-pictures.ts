import pMap from 'p-map';
import type { Log } from '../logging/log.ts';
import { picturesIn } from '../pictures/article-media.ts';
import type { LoadImage } from '../pictures/load-image.ts';
import type { Edition } from './gather-edition.ts';
import type { LoadedPicture } from './write-epub.ts';

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
export const loadPictures = async (
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
