import type { ImageType } from '../contract/index.ts';

/** What an image may be: a file of one kilobyte can decompress to gigabytes in the reader's browser. */
export type RasterLimits = {
  /** The largest width and height in pixels. */
  side: number;
  /** True if an animated image is refused, because a browser redraws it for as long as the page is open. */
  isStill: boolean;
};

/** The limits of an icon, of which a page shows hundreds. */
const ofIcons: RasterLimits = { side: 1024, isStill: true };

type RasterType = Exclude<ImageType, 'image/svg+xml'>;

type IsKind = (bytes: Buffer, limits: RasterLimits) => boolean;

/**
 * Limit on the scans of a JPEG: a browser may redraw a progressive JPEG after every scan; encoders write about ten
 * scans.
 */
const maxScans = 64;
const maxImages = 32;

const isSmall = ({ side }: RasterLimits, width: number, height: number): boolean =>
  width > 0 && height > 0 && Math.max(width, height) <= side;

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

/** Portable Network Graphics, 11.2.1: the header comes first. An animated PNG has an `acTL` chunk before its data. */
const isPng: IsKind = (bytes, limits) => {
  if (!startsWith(bytes, '\x89PNG\r\n\x1a\n') || !startsWith(bytes, 'IHDR', 12)) return false;
  if (!isSmall(limits, bytes.readUInt32BE(16), bytes.readUInt32BE(20))) return false;
  for (let at = 8; at + 8 < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (limits.isStill && startsWith(bytes, 'acTL', at + 4)) return false;
    if (startsWith(bytes, 'IDAT', at + 4)) return true;
  }
  return false;
};

/** GIF89a, 20. A still image has one frame. */
const isGif: IsKind = (bytes, limits) => {
  if (!startsWith(bytes, 'GIF87a') && !startsWith(bytes, 'GIF89a')) return false;
  const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  const endOfBlocks = (from: number): number => {
    let at = from;
    while (bytes.readUInt8(at) !== 0) at += 1 + bytes.readUInt8(at);
    return at + 1;
  };
  let frames = 0;
  for (let at = 13 + tableBytes(bytes.readUInt8(10)); at < bytes.length && bytes[at] !== 0x3b;) {
    if (bytes[at] === 0x21) at = endOfBlocks(at + 2);
    else if (bytes[at] === 0x2c) {
      frames += 1;
      const [right, bottom] = [0, 2].map(
        (side) => bytes.readUInt16LE(at + 1 + side) + bytes.readUInt16LE(at + 5 + side),
      );
      if (!isSmall(limits, right ?? 0, bottom ?? 0)) return false;
      at = endOfBlocks(at + 11 + tableBytes(bytes.readUInt8(at + 9)));
    } else return false;
  }
  const isAllowed = limits.isStill ? frames === 1 : frames > 0;
  return isAllowed && isSmall(limits, bytes.readUInt16LE(6), bytes.readUInt16LE(8));
};

/** An ICO file is a directory of images. Each is a PNG or a bitmap; a bitmap's header states twice its height. */
const isIco: IsKind = (bytes, limits) => {
  if (!startsWith(bytes, '\0\0\x01\0')) return false;
  const images = bytes.readUInt16LE(4);
  return (
    images > 0 &&
    images <= maxImages &&
    Array.from({ length: images }, (_, n) => bytes.readUInt32LE(6 + 16 * n + 12)).every((at) =>
      startsWith(bytes, '\x89PNG', at)
        ? isPng(bytes.subarray(at), limits)
        : bytes.readUInt32LE(at) === 40 &&
          isSmall(limits, bytes.readInt32LE(at + 4), Math.abs(bytes.readInt32LE(at + 8)) / 2),
    )
  );
};

/** JPEG (ITU T.81), B.1.1.3: the frame header is one of thirteen markers. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const isJpeg: IsKind = (bytes, limits) => {
  if (!startsWith(bytes, '\xff\xd8\xff')) return false;
  // The compressed data of a scan never contains 0xff followed by 0xda, so each occurrence is a scan's marker.
  if (bytes.toString('latin1').split('\xff\xda').length - 1 > maxScans) return false;
  for (let at = 2; bytes.readUInt8(at) === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    while (bytes[at + 1] === 0xff) at += 1;
    const marker = bytes.readUInt8(at + 1);
    if (isFrameHeader(marker)) return isSmall(limits, bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
  }
  return false;
};

/**
 * RFC 9649: the format is lossy, lossless or extended; the extended header states the canvas size and whether the image
 * is animated.
 */
const isWebp: IsKind = (bytes, limits) => {
  if (!startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8)) return false;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return isSmall(limits, bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const sides = bytes.readUInt32LE(21);
      return isSmall(limits, (sides & 0x3fff) + 1, ((sides >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return (
        !(limits.isStill && (bytes.readUInt8(20) & 2) !== 0) &&
        isSmall(limits, bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
      );
    default:
      return false;
  }
};

const kinds: readonly (readonly [RasterType, IsKind])[] = [
  ['image/png', isPng],
  ['image/x-icon', isIco],
  ['image/gif', isGif],
  ['image/jpeg', isJpeg],
  ['image/webp', isWebp],
];

/** Returns the type of a raster image by its bytes alone; null if it is none, or beyond the limits. */
export const rasterTypeWithin = (bytes: Buffer, limits: RasterLimits): RasterType | null => {
  try {
    return kinds.find(([, isKind]) => isKind(bytes, limits))?.[0] ?? null;
  } catch (error) {
    // A truncated header leads to a read beyond the end of the buffer.
    if (error instanceof RangeError) return null;
    throw error;
  }
};

/**
 * Returns the type of an icon from the bytes alone; response headers and file names are not trusted. Returns null for
 * anything but a still image whose header states at most 1024 pixels in width and height. AVIF is not supported,
 * because its size is not at a fixed position.
 */
export const rasterTypeOf = (bytes: Buffer): RasterType | null => rasterTypeWithin(bytes, ofIcons);
