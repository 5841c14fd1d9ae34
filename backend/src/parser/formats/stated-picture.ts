import type { Enclosure } from '../../contract/index.ts';
import { isPicture, type Media, type Picture } from '../fields/item-fields.ts';
import { pictureAddress } from '../html/pictures.ts';

/** Returns the pictures of Media RSS: the contents that are pictures, then the thumbnails, each the widest first. */
const mediaPictures = (media: Media | undefined): Picture[] => {
  const groups = [media, ...(media?.groups ?? [])].filter((group) => group !== undefined);
  const contents = groups.flatMap((group) => group.contents ?? []);
  const thumbnails = [...groups, ...contents].flatMap((part) => part.thumbnails ?? []);
  return [contents.filter(isPicture), thumbnails].flatMap((pictures) =>
    pictures.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0)),
  );
};

/**
 * Returns the picture that a document states for an item: of Media RSS, of the enclosures, and then of `others`, addresses
 * of other elements. Null if there is none.
 */
export const statedPicture = (
  media: Media | undefined,
  enclosed: readonly Enclosure[],
  others: readonly (string | undefined)[],
  base: string | null,
): string | null => {
  const pictures = [
    ...mediaPictures(media),
    ...enclosed.filter(({ type }) => type?.startsWith('image/') === true),
    ...others.map((url) => ({ url })),
  ];
  for (const picture of pictures) {
    const { width, height } = { width: undefined, height: undefined, ...picture };
    const found = pictureAddress(picture.url, base, {
      ...(width === undefined ? {} : { width: String(width) }),
      ...(height === undefined ? {} : { height: String(height) }),
    });
    if (found !== null) return found;
  }
  return null;
};
