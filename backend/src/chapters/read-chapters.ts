import { z } from 'zod';
import type { Chapter } from '../contract/index.ts';
import { inOrder } from '../parser/fields/chapters.ts';

const document = z.object({ chapters: z.array(z.unknown()) });

/** Chapters that are read; those for the table of contents are fewer. */
const MOST_READ = 2_000;

const stated = z.object({
  startTime: z.union([z.number(), z.string().transform(Number)]),
  title: z.string(),
  /** False: a chapter that is not for the table of contents, such as a picture that is shown for a while. */
  toc: z.boolean().optional().catch(undefined),
});

/**
 * Returns the chapters of a document of the Podcasting 2.0 namespace ("JSON Chapters Format", 1.2), in order. Pictures and links are left
 * out, and so are chapters that cannot be read. Any other document has none. Never throws.
 */
export const chaptersInJson = (bytes: Uint8Array): Chapter[] => {
  try {
    const { data } = document.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    const chapters = (data?.chapters ?? [])
      .slice(0, MOST_READ)
      .flatMap((each) => stated.safeParse(each).data ?? []);
    return inOrder(
      chapters
        .filter(({ toc }) => toc !== false)
        .map(({ startTime, title }) => ({ start: startTime, title })),
    );
  } catch {
    return [];
  }
};

/*
 * ID3v2.3 and 2.4 (id3.org, "ID3v2 Chapter Frame Addendum 1.0"). A tag is a header of ten bytes and frames, and a chapter is a frame that
 * holds frames itself. Every frame is longer than nothing and each byte is read at most a few times, so the time is linear.
 */

const ID3_HEADER = 10;
/** The fields of a chapter after its name: start and end as time, and as places in the file. */
const TIMES = 16;

type Version = 3 | 4;
type Frame = { id: string; body: Buffer };

/** Reads a number of 28 bits, of which each byte holds seven. */
const synchsafe = (bytes: Buffer, at: number): number =>
  [0, 1, 2, 3].reduce((sum, n) => sum * 128 + (bytes.readUInt8(at + n) & 0x7f), 0);

/** Takes out the zeros that were put after each 0xFF so that no decoder mistakes the tag for sound ("unsynchronisation"). */
const synchronised = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.filter((byte, at) => byte !== 0 || at === 0 || bytes[at - 1] !== 0xff));

/** Returns what a frame holds; null for one that is compressed or encrypted, as no chapters are. */
const unpacked = (body: Buffer, flags: number, version: Version): Buffer | null => {
  if ((flags & (version === 3 ? 0xc0 : 0x0c)) !== 0) return null;
  if (version === 3) return body;
  const inner = (flags & 0x01) === 0 ? body : body.subarray(4);
  return (flags & 0x02) === 0 ? inner : synchronised(inner);
};

/** Returns the frames of a tag or chapter, as far as they came: the last may be cut. */
const framesIn = (bytes: Buffer, version: Version): Frame[] => {
  const frames: Frame[] = [];
  let at = 0;
  while (at + ID3_HEADER <= bytes.length) {
    const id = bytes.toString('latin1', at, at + 4);
    // After the last frame there may be zeros.
    if (!/^[A-Z][A-Z0-9]{3}$/.test(id)) break;
    const size = version === 4 ? synchsafe(bytes, at + 4) : bytes.readUInt32BE(at + 4);
    const from = at + ID3_HEADER;
    const body = unpacked(bytes.subarray(from, from + size), bytes.readUInt8(at + 9), version);
    if (body !== null) frames.push({ id, body });
    at = from + size;
  }
  return frames;
};

const encodings = ['windows-1252', 'utf-16', 'utf-16be', 'utf-8'] as const;

/** Returns the text of a frame, whose first byte names its encoding. */
const textOf = (body: Buffer): string => {
  const text = body.subarray(1);
  const isBigEndian = body[0] === 1 && text[0] === 0xfe && text[1] === 0xff;
  const encoding = isBigEndian ? 'utf-16be' : (encodings[body[0] ?? 0] ?? 'utf-8');
  return new TextDecoder(encoding).decode(text).split('\0', 1)[0] ?? '';
};

const chapterIn = (body: Buffer, version: Version): Chapter[] => {
  const times = body.indexOf(0) + 1;
  if (times === 0 || times + TIMES > body.length) return [];
  const titles = framesIn(body.subarray(times + TIMES), version).filter(({ id }) => id === 'TIT2');
  return titles.slice(0, 1).map((title) => ({
    start: body.readUInt32BE(times) / 1000,
    title: textOf(title.body),
  }));
};

/** Returns where the frames of a tag begin after its header: some tags have a second header, which states its size. */
const afterExtension = (bytes: Buffer, flags: number, version: Version): number => {
  if ((flags & 0x40) === 0 || bytes.length < 4) return 0;
  return version === 4 ? synchsafe(bytes, 0) : bytes.readUInt32BE(0) + 4;
};

/** Returns the chapters in the ID3v2 tag with which these bytes of a file begin, in order; none for any other bytes. Never throws. */
export const chaptersInId3 = (bytes: Buffer): Chapter[] => {
  const version = bytes[3];
  if (bytes.length < ID3_HEADER || bytes.toString('latin1', 0, 3) !== 'ID3') return [];
  if (version !== 3 && version !== 4) return [];
  const flags = bytes.readUInt8(5);
  const whole = bytes.subarray(ID3_HEADER, ID3_HEADER + synchsafe(bytes, 6));
  // In version 2.4 each frame says this for itself.
  const tag = version === 3 && (flags & 0x80) !== 0 ? synchronised(whole) : whole;
  const frames = framesIn(tag.subarray(afterExtension(tag, flags, version)), version);
  return inOrder(frames.filter(({ id }) => id === 'CHAP').flatMap(({ body }) => chapterIn(body, version)));
};

/*
 * A file of the ISO base media format (ISO/IEC 14496-12, 4.2) is a row of boxes, and a box has its size, its type and more boxes. Chapters
 * are in moov/udta/chpl, as Nero's programs began to write them; that box has no specification, and the layout here is the one that ffmpeg
 * reads and writes (libavformat/mov.c, mov_read_chpl). Chapters that are samples of a text track are not read, since these lie anywhere.
 */

const BOX_HEADER = 8;
const LONG_BOX_HEADER = 16;
/** Starts are in units of 100 nanoseconds. */
const UNITS_OF_SECOND = 10_000_000;

/** Returns the content of the first box of a type, as far as it came; null if there is none. Each box is looked at once. */
const boxIn = (bytes: Buffer, wanted: string): Buffer | null => {
  let at = 0;
  while (at + BOX_HEADER <= bytes.length) {
    const stated = bytes.readUInt32BE(at);
    const isLong = stated === 1 && at + LONG_BOX_HEADER <= bytes.length;
    const header = isLong ? LONG_BOX_HEADER : BOX_HEADER;
    // A size of 0 reaches to the end of the file.
    const size = isLong
      ? Number(bytes.readBigUInt64BE(at + BOX_HEADER))
      : stated === 0
        ? bytes.length - at
        : stated;
    if (size < header) return null;
    if (bytes.toString('latin1', at + 4, at + BOX_HEADER) === wanted)
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
