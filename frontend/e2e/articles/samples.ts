import type { Request } from 'playwright-core';
import { encodePng } from '../../../backend/src/samples/png.ts';

/** Returns a PNG of two colours, one above the other. */
export const drawnPng = (width: number, height: number): Buffer => {
  const pixels = new Uint8Array(width * height).fill(1, width * Math.ceil(height / 2));
  const colours = [
    [94, 129, 151],
    [62, 84, 74],
  ] as const;
  return Buffer.from(encodePng({ width, height, colours, pixels }));
};

/** Returns silence as a WAV file that a browser can play. */
export const silentWav = (seconds: number): Buffer => {
  const rate = 8000;
  const samples = Buffer.alloc(seconds * rate, 128);
  const header = Buffer.alloc(44);
  header.write('RIFF');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
};

/** Returns the answer to a request for a part of a file, without which a browser cannot go to another place in it. */
export const partOf = (body: Buffer, request: Request) => {
  const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(request.headers()['range'] ?? '') ?? [];
  const end = to === '' ? body.length : Number(to) + 1;
  return {
    status: 206,
    contentType: 'audio/wav',
    headers: { 'accept-ranges': 'bytes', 'content-range': `bytes ${from}-${end - 1}/${body.length}` },
    body: body.subarray(Number(from), end),
  };
};
