import { crc32, deflateSync } from 'node:zlib';

export type Colour = readonly [red: number, green: number, blue: number];

/** A picture of few colours: each pixel, row by row, is the index of its colour. */
export type IndexedPicture = {
  width: number;
  height: number;
  /** At most 256 colours. */
  colours: readonly Colour[];
  pixels: Uint8Array;
};

const chunk = (name: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** Returns the picture as a PNG file (https://www.w3.org/TR/png-3/). */
export const encodePng = ({ width, height, colours, pixels }: IndexedPicture): Uint8Array<ArrayBuffer> => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, which are an index of the palette.
  header.set([8, 3, 0, 0, 0], 8);
  // A byte before each row says that it is not filtered.
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('PLTE', Uint8Array.from(colours.flat())),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', new Uint8Array(0)),
    ]),
  );
};
