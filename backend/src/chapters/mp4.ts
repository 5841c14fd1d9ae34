import type { Chapter } from '../contract/index.ts';
import { inOrder } from '../parser/fields/chapters.ts';

/*
 * A file of the ISO base media format (ISO/IEC 14496-12, 4.2) is a row of boxes, and a box has its size, its type and more boxes. Chapters
 * are in moov/udta/chpl, as Nero's programs began to write them; that box has no specification, and the layout here is the one that ffmpeg
 * reads and writes (libavformat/mov.c, mov_read_chpl). Chapters that are samples of a text track are not read, since these lie anywhere.
 */

const HEADER = 8;
const LONG_HEADER = 16;
/** Starts are in units of 100 nanoseconds. */
const UNITS_OF_SECOND = 10_000_000;

/** Returns the content of the first box of a type, as far as it came; null if there is none. Each box is looked at once. */
const boxIn = (bytes: Buffer, wanted: string): Buffer | null => {
  let at = 0;
  while (at + HEADER <= bytes.length) {
    const stated = bytes.readUInt32BE(at);
    const isLong = stated === 1 && at + LONG_HEADER <= bytes.length;
    const header = isLong ? LONG_HEADER : HEADER;
    // A size of 0 reaches to the end of the file.
    const size = isLong
      ? Number(bytes.readBigUInt64BE(at + HEADER))
      : stated === 0
        ? bytes.length - at
        : stated;
    if (size < header) return null;
    if (bytes.toString('latin1', at + 4, at + HEADER) === wanted)
      return bytes.subarray(at + header, at + size);
    at += size;
  }
  return null;
};

/** Returns the chapters in these first bytes of an MP4 file, in order; none for any other bytes. Never throws. */
export const chaptersInMp4 = (bytes: Buffer): Chapter[] => {
  let box: Buffer | null = bytes;
  for (const type of ['moov', 'udta', 'chpl']) box = box === null ? null : boxIn(box, type);
  if (box === null || box.length === 0) return [];
  // One byte is the version and three are flags; then four unused ones if there is a version, and the number of chapters.
  let at = box[0] === 0 ? 4 : 8;
  const chapters: Chapter[] = [];
  for (let left = box[at] ?? 0; left > 0 && at + 10 <= box.length; left -= 1) {
    const titleAt = at + 10;
    const length = box.readUInt8(titleAt - 1);
    const start = Number(box.readBigUInt64BE(at + 1)) / UNITS_OF_SECOND;
    if (titleAt + length > box.length) break;
    chapters.push({ start, title: box.toString('utf8', titleAt, titleAt + length) });
    at = titleAt + length - 1;
  }
  return inOrder(chapters);
};
