import type { PictureType } from '../contract/index.ts';
import { rasterTypeWithin, type RasterLimits } from './icon-raster.ts';

/** A picture of this side in both directions takes one gigabyte decompressed, which browsers still refuse or bear. */
const limits: RasterLimits = { side: 16_384, isStill: false };

/** Number of bytes in which the properties of an AVIF image stand. */
const AVIF_HEAD = 4096;

const isAvif = (bytes: Buffer): boolean => {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  if (!['avif', 'avis'].includes(bytes.toString('latin1', 8, 12))) return false;
  // AV1 in HEIF: each item has its width and height in a property `ispe`, after four bytes of version and flags.
  const head = bytes.subarray(0, AVIF_HEAD);
  const at = head.indexOf('ispe');
  if (at === -1 || at + 16 > head.length) return false;
  const [width, height] = [head.readUInt32BE(at + 8), head.readUInt32BE(at + 12)];
  return width > 0 && height > 0 && Math.max(width, height) <= limits.side;
};

/**
 * Returns the type of a picture by its bytes alone, since headers and names lie. Returns null for anything that is no
 * raster image of at most 16,384 pixels a side. Animated images are allowed.
 */
export const pictureTypeOf = (picture: Uint8Array): PictureType | null => {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  if (isAvif(bytes)) return 'image/avif';
  const type = rasterTypeWithin(bytes, limits);
  // An icon file is no picture of an article, and may hold many images.
  return type === 'image/x-icon' ? null : type;
};

/** Checks whether a picture of this type is a JPEG, or a PNG or WebP that is not animated. */
export const isStillPicture = (picture: Uint8Array, type: PictureType): boolean => {
  // The whole of a JPEG would be read, for nothing: none is animated.
  if (type === 'image/jpeg') return true;
  if (type !== 'image/png' && type !== 'image/webp') return false;
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  return rasterTypeWithin(bytes, { ...limits, isStill: true }) === type;
};
