import type { ImageType } from '../contract/index.ts';
import { rasterTypeOf } from './icon-raster.ts';
import { harmlessSvg } from './icon-svg.ts';

const decodeUtf8 = (bytes: Buffer): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Returns an image that is safe to show hundreds of times on a page, even if its author is hostile: a raster image of
 * limited size unchanged, a vector image rewritten. Returns null for anything else. Applying it again changes nothing.
 */
export const harmlessImage = (image: Uint8Array): { bytes: Uint8Array; content_type: ImageType } | null => {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  const raster = rasterTypeOf(bytes);
  if (raster !== null) return { bytes: image, content_type: raster };
  const source = decodeUtf8(bytes);
  const drawn = source === null ? null : harmlessSvg(source);
  return drawn === null ? null : { bytes: Buffer.from(drawn), content_type: 'image/svg+xml' };
};
