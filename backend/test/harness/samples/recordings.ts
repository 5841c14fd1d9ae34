type Chapter = { start: number; title: string };
type Encoding = 'utf-16' | 'utf-16be' | 'utf-8';

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const synchsafe = (value: number): Buffer =>
  Buffer.of((value >> 21) & 0x7f, (value >> 14) & 0x7f, (value >> 7) & 0x7f, value & 0x7f);

/** Puts a zero after each 0xFF, as taggers do that fear old decoders. */
const unsynchronised = (bytes: Buffer): Buffer =>
  Buffer.from([...bytes].flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])));

const encoded = (text: string, encoding: Encoding): Buffer => {
  if (encoding === 'utf-8') return Buffer.from(`\u0003${text}`);
  const little = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16'
    ? Buffer.concat([Buffer.of(1, 0xff, 0xfe), little])
    : Buffer.concat([Buffer.of(2), little.swap16()]);
};

type TagOptions = {
  version: 3 | 4;
  encoding: Encoding;
  isUnsynchronised?: boolean;
  hasExtension?: boolean;
  /** Bytes of the picture before the chapters. */
  picture?: number;
};

/** Returns an MP3 file's ID3v2 tag with these chapters, and the beginning of its sound. */
export const chapterTag = (
  chapters: readonly Chapter[],
  { version, encoding, isUnsynchronised = false, hasExtension = false, picture = 100 }: TagOptions,
): Buffer => {
  const size = version === 4 ? synchsafe : u32;
  const frame = (id: string, body: Buffer, mayChange = true): Buffer => {
    const isChanged = isUnsynchronised && version === 4 && mayChange;
    const kept = isChanged ? unsynchronised(body) : body;
    return Buffer.concat([Buffer.from(id), size(kept.length), Buffer.of(0, isChanged ? 2 : 0), kept]);
  };
  const chapter = ({ start, title }: Chapter, at: number): Buffer => {
    const name = Buffer.from(`chp${at}\0`);
    const times = [u32(Math.round(start * 1000)), u32(0), u32(0xffffffff), u32(0xffffffff)];
    return frame('CHAP', Buffer.concat([name, ...times, frame('TIT2', encoded(title, encoding), false)]));
  };
  const frames = Buffer.concat([
    frame('APIC', Buffer.alloc(picture, 0xff)),
    ...chapters.map(chapter),
    Buffer.alloc(20),
  ]);
  const extension = version === 4 ? [synchsafe(6), Buffer.of(1, 0)] : [u32(6), Buffer.alloc(6)];
  const plain = Buffer.concat([...(hasExtension ? extension : []), frames]);
  const body = isUnsynchronised && version === 3 ? unsynchronised(plain) : plain;
  const flags = (isUnsynchronised ? 0x80 : 0) | (hasExtension ? 0x40 : 0);
  const sound = Buffer.of(0xff, 0xfb, 0x90, 0);
  return Buffer.concat([
    Buffer.from('ID3'),
    Buffer.of(version, 0, flags),
    synchsafe(body.length),
    body,
    sound,
  ]);
};

const box = (type: string, content: Buffer, isLong = false): Buffer => {
  if (!isLong) return Buffer.concat([u32(content.length + 8), Buffer.from(type), content]);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length + 16));
  return Buffer.concat([u32(1), Buffer.from(type), size, content]);
};

/** Returns an MP4 file with these chapters, at most 255, after its other boxes. */
export const mp4WithChapters = (
  chapters: readonly Chapter[],
  { isLong = false }: { isLong?: boolean },
): Buffer => {
  const entries = chapters.map(({ start, title }) => {
    const at = Buffer.alloc(8);
    at.writeBigUInt64BE(BigInt(Math.round(start * 10_000_000)));
    const text = Buffer.from(title);
    return Buffer.concat([at, Buffer.of(text.length), text]);
  });
  const list = Buffer.concat([u32(0x01000000), u32(0), Buffer.of(chapters.length), ...entries]);
  const known = box('udta', Buffer.concat([box('meta', Buffer.alloc(12)), box('chpl', list)]));
  const moov = box('moov', Buffer.concat([box('mvhd', Buffer.alloc(100)), known]), isLong);
  return Buffer.concat([box('ftyp', Buffer.from('M4A \0\0\0\0')), moov, box('mdat', Buffer.alloc(16))]);
};
