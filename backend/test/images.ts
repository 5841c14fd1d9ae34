/** The smallest images of each kind that a browser shows, or that begin as one does. */
const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

const be32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

/** `filler` bytes behind the header, of a value that tells images apart. */
export const png = ({ width = 32, height = 32, filler = 16, tint = 0 } = {}): Uint8Array =>
  bytes(
    '\x89PNG\r\n\x1a\n',
    be32(13),
    'IHDR',
    be32(width),
    be32(height),
    [8, 6, 0, 0, 0],
    Array.from({ length: filler }, () => tint),
  );

export const ico = (images = 1): Uint8Array =>
  bytes(
    [0, 0, 1, 0, images, 0],
    Array.from({ length: 16 }, () => 1),
    Array.from({ length: 40 }, () => 0),
  );

export const gif = (width = 16): Uint8Array =>
  bytes('GIF89a', [width & 255, width >> 8, 16, 0, 0, 0, 0], [0x3b]);
export const jpeg = (): Uint8Array => bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF\0');
export const webp = (): Uint8Array => bytes('RIFF', [20, 0, 0, 0], 'WEBPVP8 ', [0, 0, 0, 0]);

export const svg = (inside = '<circle r="4"/>', before = ''): Uint8Array =>
  Buffer.from(`${before}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`);
