import type { ImageType } from '../contract/index.ts';

/** Wider or higher is no icon: a small file can unfold to gigabytes in the reader's browser. */
const maxPixels = 2048;

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

const isPng = (bytes: Buffer): boolean =>
  startsWith(bytes, '\x89PNG\r\n\x1a\n') &&
  startsWith(bytes, 'IHDR', 12) &&
  bytes.length > 24 &&
  Math.max(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) <= maxPixels;

const isGif = (bytes: Buffer): boolean =>
  (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) &&
  bytes.length > 10 &&
  Math.max(bytes.readUInt16LE(6), bytes.readUInt16LE(8)) <= maxPixels;

/** A directory of at least one image, each with its entry of 16 bytes. */
const isIco = (bytes: Buffer): boolean => {
  if (!startsWith(bytes, '\0\0\x01\0') || bytes.length < 22) return false;
  const images = bytes.readUInt16LE(4);
  return images > 0 && 6 + 16 * images < bytes.length;
};

const decodeUtf8 = (bytes: Buffer): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** What may stand before the root element, each with what ends it. */
const prolog = [
  { start: '<?', end: '?>' },
  { start: '<!--', end: '-->' },
  { start: '<!doctype', end: '>' },
];

/** The root element is an svg in its namespace, and no entity is declared that could unfold to something huge. */
const isSvg = (bytes: Buffer): boolean => {
  let rest = decodeUtf8(bytes)?.trimStart() ?? '';
  if (!rest.startsWith('<') || /<!entity/i.test(rest)) return false;
  for (;;) {
    const beginning = rest.slice(0, 10).toLowerCase();
    const skipped = prolog.find(({ start }) => beginning.startsWith(start));
    if (skipped === undefined) break;
    const end = rest.indexOf(skipped.end);
    if (end === -1) return false;
    rest = rest.slice(end + skipped.end.length).trimStart();
  }
  return /^<svg[\s>]/.test(rest) && rest.includes('http://www.w3.org/2000/svg');
};

/** What the bytes are, by themselves: no header and no name is believed. Null for anything but an image. */
export const imageTypeOf = (image: Uint8Array): ImageType | null => {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  if (isPng(bytes)) return 'image/png';
  if (isIco(bytes)) return 'image/x-icon';
  if (isGif(bytes)) return 'image/gif';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp';
  return isSvg(bytes) ? 'image/svg+xml' : null;
};
