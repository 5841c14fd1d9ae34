import type { Chapter } from '../contract/index.ts';
import { inOrder } from '../parser/fields/chapters.ts';

/*
 * ID3v2.3 and 2.4 (id3.org, "ID3v2 Chapter Frame Addendum 1.0"). A tag is a header of ten bytes and frames, and a chapter is a frame that
 * holds frames itself. Every frame is longer than nothing and each byte is read at most a few times, so the time is linear.
 */

const HEADER = 10;
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
  while (at + HEADER <= bytes.length) {
    const id = bytes.toString('latin1', at, at + 4);
    // After the last frame there may be zeros.
    if (!/^[A-Z][A-Z0-9]{3}$/.test(id)) break;
    const size = version === 4 ? synchsafe(bytes, at + 4) : bytes.readUInt32BE(at + 4);
    const from = at + HEADER;
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
  if (bytes.length < HEADER || bytes.toString('latin1', 0, 3) !== 'ID3') return [];
  if (version !== 3 && version !== 4) return [];
  const flags = bytes.readUInt8(5);
  const whole = bytes.subarray(HEADER, HEADER + synchsafe(bytes, 6));
  // In version 2.4 each frame says this for itself.
  const tag = version === 3 && (flags & 0x80) !== 0 ? synchronised(whole) : whole;
  const frames = framesIn(tag.subarray(afterExtension(tag, flags, version)), version);
  return inOrder(frames.filter(({ id }) => id === 'CHAP').flatMap(({ body }) => chapterIn(body, version)));
};
