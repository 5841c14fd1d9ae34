import { crc32, deflateSync } from 'node:zlib';

/** Builds the smallest images of each kind that a browser shows, and data that only begins like one. */
const bytes = (...parts: (string | number[] | Uint8Array)[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

const be32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const be16 = (value: number) => [(value >>> 8) & 255, value & 255];
const le16 = (value: number) => [value & 255, (value >>> 8) & 255];
const le24 = (value: number) => [...le16(value), (value >>> 16) & 255];
const le32 = (value: number) => [...le16(value), ...le16(value >>> 16)];

type Size = { width?: number; height?: number };

/**
 * Returns a PNG with `filler` bytes of the value `tint`, which makes images differ. `chunks` stand before the data. It has 8 bits for
 * each of four channels, unless `depth` and `colours` say otherwise.
 */
export const png = ({
  width = 32,
  height = 32,
  filler = 16,
  tint = 0,
  depth = 8,
  isInterlaced = false,
  colours = 'rgba' as 'rgba' | 'grey',
  chunks = [] as string[],
} = {}): Uint8Array =>
  bytes(
    '\x89PNG\r\n\x1a\n',
    be32(13),
    'IHDR',
    be32(width),
    be32(height),
    [depth, colours === 'rgba' ? 6 : 0, 0, 0, isInterlaced ? 1 : 0, 0, 0, 0, 0],
    ...chunks.flatMap((name) => [be32(8), name, be32(0), be32(0), be32(0)]),
    be32(filler),
    'IDAT',
    Array.from({ length: filler }, () => tint),
    be32(0),
  );

/** Returns an icon file. By default it contains one bitmap of 16 by 16 pixels. */
export const ico = (
  images: Uint8Array[] = [bitmap({ width: 16, height: 16 })],
  count = images.length,
): Uint8Array => {
  let at = 6 + 16 * images.length;
  const entries = images.map((image) => {
    const entry = [16, 16, 0, 0, 1, 0, 32, 0, ...le32(image.length), ...le32(at)];
    at += image.length;
    return entry;
  });
  return bytes([0, 0, 1, 0], le16(count), ...entries, ...images);
};

/** Returns an image of an icon file: a bitmap whose header states twice the height, as that format requires. */
export const bitmap = ({ width = 16, height = 16 }: Size): Uint8Array =>
  bytes(
    le32(40),
    le32(width),
    le32(height * 2),
    le16(1),
    le16(32),
    Array.from({ length: 40 }, () => 0),
  );

const gifFrame = ({ width = 16, height = 16 }: Size): number[] =>
  [[0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0], le16(width), le16(height), [0, 2, 2, 0x4c, 1, 0]].flat();

export const gif = ({ width = 16, height = 16, frames = 1, frame = {} as Size } = {}): Uint8Array =>
  bytes(
    'GIF89a',
    le16(width),
    le16(height),
    [0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    ...Array.from({ length: frames }, () => gifFrame(frame)),
    [0x3b],
  );

/** The channels in the header of a JPEG: number, samples across and down, table. */
const jpegChannels = {
  grey: [1, 0x11, 0],
  '4:4:4': [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0],
  '4:2:0': [1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0],
};

/** Returns a progressive JPEG with this many empty scans after a header such as a camera writes. */
export const jpeg = ({
  width = 16,
  height = 16,
  scans = 1,
  sampling = 'grey' as keyof typeof jpegChannels,
} = {}): Uint8Array =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe0, 0, 16],
    'JFIF\0',
    [1, 1, 0, 0, 1, 0, 1, 0, 0],
    [0xff, 0xc2, 0, 8 + jpegChannels[sampling].length, 8, ...be16(height), ...be16(width)],
    [jpegChannels[sampling].length / 3, ...jpegChannels[sampling]],
    ...Array.from({ length: scans }, () => [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 0x55]),
    [0xff, 0xd9],
  );

const riff = (chunk: string, body: number[]): Uint8Array =>
  bytes('RIFF', le32(12 + body.length), 'WEBP', chunk, le32(body.length), body);

/** Builds the three kinds of WebP: lossy, lossless and extended, which may be animated. */
export const webp = ({ width = 16, height = 16 }: Size = {}): Uint8Array =>
  riff('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...le16(width), ...le16(height), 0, 0]);
export const losslessWebp = ({ width = 16, height = 16 }: Size = {}): Uint8Array =>
  riff('VP8L', [0x2f, ...le32(((width - 1) | ((height - 1) << 14)) >>> 0), 0, 0]);
export const extendedWebp = ({ width = 16, height = 16, isAnimated = false } = {}): Uint8Array =>
  riff('VP8X', [isAnimated ? 2 : 0, 0, 0, 0, ...le24(width - 1), ...le24(height - 1)]);

export const svg = (inside = '<circle r="4"/>', before = ''): Uint8Array =>
  Buffer.from(`${before}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`);

const round = (inside: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);
const levels = (count: number, level: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => level(n)).join('');
const tenTimes = (one: string) => one.repeat(10);

/** SVG images that freeze the browser, load something or run a script if drawn unfiltered, by their method. */
export const hostileSvgs: Readonly<Record<string, Uint8Array>> = {
  'nested use': round(
    `<g id="a0"><path d="M0 0h1v1z"/></g>${levels(9, (n) => `<g id="a${n + 1}">${tenTimes(`<use href="#a${n}"/>`)}</g>`)}`,
  ),
  'nested patterns': round(
    `<rect id="r" width="9" height="9"/>${levels(9, (n) => `<pattern id="p${n + 1}" width=".01" height=".01"><rect width="9" height="9" fill="url(#p${n})"/></pattern>`)}<rect width="100" height="100" fill="url(#p9)"/>`,
  ),
  'a filter': round(
    `<filter id="f"><feTurbulence numOctaves="9999"/>${tenTimes('<feGaussianBlur stdDeviation="999"/>')}</filter><rect width="9" height="9" filter="url(#f)"/>`,
  ),
  'nested masks': round(
    levels(
      9,
      (n) => `<mask id="m${n + 1}">${tenTimes(`<rect width="9" height="9" mask="url(#m${n})"/>`)}</mask>`,
    ),
  ),
  'an image': round('<image href="https://evil.example/track.png" width="9" height="9"/>'),
  'an image within itself': round('<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>'),
  'HTML inside': round(
    '<foreignObject width="9" height="9"><iframe src="https://evil.example/"/></foreignObject>',
  ),
  'a script': round('<script>for(;;);</script>'),
  'an animation': round(
    '<rect width="9" height="9"><animate attributeName="x" to="9" dur=".001s" repeatCount="indefinite"/></rect>',
  ),
  'a sheet that imports': round(
    '<style>@import url(https://evil.example/x.css); *{animation:x 1ms infinite}</style><rect width="9" height="9"/>',
  ),
  entities: Buffer.from(
    `<!DOCTYPE svg [<!ENTITY a "aaaa">${levels(9, (n) => `<!ENTITY a${n + 1} "&a${n};&a${n};">`)}]><svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/>&a9;</svg>`,
  ),
  '100,000 elements': round('<g/>'.repeat(100_000)),
  '3,000 rectangles': round('<rect width="9" height="9"/>'.repeat(3000)),
  'deep nesting': round(`${'<g>'.repeat(10_000)}${'</g>'.repeat(10_000)}`),
  'a path of 90 KB': round(`<path d="M0 0${'l1 1'.repeat(22_000)}"/>`),
};

/** Returns a part of a PNG with its length and checksum. */
const pngChunk = (name: string, data: Uint8Array): Uint8Array => {
  const named = bytes(name, data);
  return bytes(be32(data.length), named, be32(crc32(named)));
};

/** Returns a PNG that can be decoded: a gradient with noise, which takes as many bytes as a photo. Sizes are in pixels. */
export const photo = ({ width, height }: Required<Size>): Uint8Array => {
  let noise = 1;
  const lines = Array.from({ length: height }, (_, y) => {
    const line = Buffer.alloc(1 + width * 3);
    for (let at = 0; at < width * 3; at += 1) {
      noise = (noise * 48_271) % 2_147_483_647;
      line[1 + at] = ((at >> 3) + y + (noise & 7)) & 255;
    }
    return line;
  });
  return bytes(
    '\x89PNG\r\n\x1a\n',
    pngChunk('IHDR', bytes(be32(width), be32(height), [8, 2, 0, 0, 0])),
    pngChunk('IDAT', deflateSync(Buffer.concat(lines), { level: 1 })),
    pngChunk('IEND', bytes()),
  );
};
