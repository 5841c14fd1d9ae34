import type { ImageType } from '../contract/index.ts';
import { rasterTypeOf } from './icon-raster.ts';
import { harmlessSvg } from './icon-svg.ts';

/**
 * Raised with every change to what counts as harmless: it is part of an icon's address, so no browser goes on showing
 * what it kept from before.
 */
export const iconRules = 2;

const decodeUtf8 = (bytes: Buffer): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/**
 * An image that a page can show by the hundred whoever made it: a raster image of bounded size as it is, a vector image
 * written anew. Null for anything else. Doing so again changes nothing.
 */
export const harmlessImage = (image: Uint8Array): { bytes: Uint8Array; content_type: ImageType } | null => {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  const raster = rasterTypeOf(bytes);
  if (raster !== null) return { bytes: image, content_type: raster };
  const source = decodeUtf8(bytes);
  const drawn = source === null ? null : harmlessSvg(source);
  return drawn === null ? null : { bytes: Buffer.from(drawn), content_type: 'image/svg+xml' };
};
