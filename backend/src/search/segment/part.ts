import { z } from 'zod';
import { blockBytes, buildBlock, isWide, type Block, postingsBytes, sizeOf } from './block.ts';
import { BrokenPartError, frame, unframe, bytesOf, longsIn, shortsIn, pack, unpack } from './frame.ts';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Texts of up to some 1,000 articles in memory, ready to be searched. Articles are numbered by their places in `ids`. */
export type Part = {
  ids: readonly string[];
  versions: readonly string[];
  /** Title, author, categories, body. */
  block: Block;
  originals: Originals;
  /** The sketch of each article; null if it has none. */
  sketches: Sketches;
};

/** The sketches of articles, one after another; for each article the end of its sketch, which begins where the one before ends. */
type Sketches = { bytes: Uint8Array; ends: Uint32Array };

/** The small part of the content, as JSON. */
const facts = z.object({
  ids: z.array(z.string()),
  versions: z.array(z.string()),
  /** The lengths of the lists of numbers, which follow each other. */
  longs: z.array(z.int().min(0)),
});

const SECTIONS = 6;
/** The encoding of the vocabulary: that of strings in memory, which takes no time to read. */
const UNITS = 'utf16le';
const EMPTY = Buffer.alloc(0);
const NONE = new Uint32Array();
/** About what an id and a version take as strings. */
const BYTES_OF_IDS = 120;

/**
 * Returns the bytes of a part. An article without a sketch is not similar to anything. The time is about 50 ms for each MB of
 * text.
 */
export const encodePart = async (
  texts: readonly SearchText[],
  sketches: ReadonlyMap<string, Uint8Array>,
): Promise<Uint8Array> => {
  const block = buildBlock(
    texts.map(({ title, author, categories, body }) => [
      [title],
      author === null ? [] : [author],
      categories,
      [body],
    ]),
  );
  const originals = packOriginals(texts);
  const { vocabulary, stream, ends, letters } = block;
  const near = packSketches(texts.map(({ article_id: id }) => sketches.get(id) ?? EMPTY));
  const { groupEnds, groups, ends: lasts } = originals;
  const longs = [vocabulary.starts, ends, groupEnds, groups, lasts, near.ends];
  const known: z.infer<typeof facts> = {
    ids: texts.map(({ article_id }) => article_id),
    versions: texts.map(({ version }) => version),
    longs: longs.map(({ length }) => length),
  };
  const sections = [
    Buffer.from(JSON.stringify(known)),
    Buffer.from(vocabulary.text, UNITS),
    bytesOf(stream),
    Buffer.concat([letters, near.bytes]),
    Buffer.concat(longs.map(bytesOf)),
  ];
  return frame([...(await Promise.all(sections.map(pack))), originals.bytes]);
};

/** Returns a part in memory. @throws BrokenPartError for bytes that are not exactly what `encodePart` of this version returned */
export const decodePart = (bytes: Uint8Array): Part => {
  const sections = unframe(bytes);
  if (sections.length !== SECTIONS)
    throw new BrokenPartError('content', `The part has ${sections.length} sections instead of ${SECTIONS}.`);
  try {
    const [known = EMPTY, vocabulary = EMPTY, stream = EMPTY, octets = EMPTY, longs = EMPTY] = sections
      .slice(0, -1)
      .map(unpack);
    const { ids, versions, longs: lengths } = facts.parse(JSON.parse(known.toString()));
    const [starts = NONE, ends = NONE, groupEnds = NONE, groups = NONE, lasts = NONE, sketchEnds = NONE] =
      divided(longsIn(longs), lengths);
    const words = { text: vocabulary.toString(UNITS), starts };
    const size = sizeOf(words);
    return {
      ids,
      versions,
      block: {
        vocabulary: words,
        letters: new Uint8Array(octets.buffer, octets.byteOffset, size),
        stream: isWide(size) ? longsIn(stream) : shortsIn(stream),
        ends,
      },
      originals: {
        // A copy, so that the other sections, two thirds of the part, do not stay in memory.
        bytes: new Uint8Array(sections.at(-1) ?? EMPTY),
        groupEnds,
        groups,
        ends: lasts,
      },
      sketches: { bytes: octets.subarray(size), ends: sketchEnds },
    };
  } catch (error) {
    throw new BrokenPartError('content', 'The content of the part cannot be read.', { cause: error });
  }
};

/** Returns lists of these lengths that follow each other. */
const divided = (longs: Uint32Array, lengths: readonly number[]): Uint32Array[] => {
  let end = 0;
  return lengths.map((length) => longs.subarray(end, (end += length)));
};

/** Returns the memory that a part holds, in bytes. */
export const partBytes = ({ ids, block, originals, sketches }: Part): number =>
  blockBytes(block) +
  postingsBytes(block) +
  originalsBytes(originals) +
  ids.length * BYTES_OF_IDS +
  sketches.bytes.byteLength;

/** Returns the text of the article with this number, as it was given to `encodePart`. @throws RangeError if there is none */
export const textAt = ({ ids, versions, originals }: Part, at: number): SearchText => ({
  article_id: ids[at] ?? '',
  version: versions[at] ?? '',
  ...originalAt(originals, at),
});

/** Returns the sketch of the article with this number; null if it has none. */
export const sketchAt = ({ sketches: { bytes, ends } }: Part, at: number): Uint8Array | null => {
  const [start, end] = [ends[at - 1] ?? 0, ends[at] ?? 0];
  return end > start ? bytes.subarray(start, end) : null;
};

const packSketches = (sketches: readonly Uint8Array[]): Sketches => {
  let end = 0;
  const ends = Uint32Array.from(sketches, ({ length }) => (end += length));
  return { bytes: Buffer.concat(sketches), ends };
};

/** The text that is compressed together, in UTF-16 units: more is smaller, less is sooner read for one snippet. */
const GROUP = 64 * 1024;

/** A group has at most three bytes for each unit, unless one article is longer. */
const IN_ONE_GO = { chunkSize: 3 * GROUP };

/** The texts of articles as they were before folding, compressed in groups. */
type Originals = {
  /** The groups, one after another. */
  bytes: Uint8Array;
  /** The end of each group in `bytes`. */
  groupEnds: Uint32Array;
  /** The group of each article, and where its text ends within the group, in UTF-16 units. */
  groups: Uint32Array;
  ends: Uint32Array;
};

type Original = Pick<SearchText, 'title' | 'body' | 'author' | 'categories'>;

const original = z.object({
  title: z.string(),
  body: z.string(),
  author: z.string().nullable(),
  categories: z.array(z.string()),
});

const packOriginals = (texts: readonly Original[]): Originals => {
  const packed: Buffer[] = [];
  const groupEnds: number[] = [];
  const groups: number[] = [];
  const ends: number[] = [];
  let group = '';
  const close = (): void => {
    packed.push(zstdCompressSync(Buffer.from(group)));
    groupEnds.push((groupEnds.at(-1) ?? 0) + (packed.at(-1)?.length ?? 0));
    group = '';
  };
  for (const { title, body, author, categories } of texts) {
    // JSON keeps halves of surrogate pairs, which UTF-8 cannot.
    const text = JSON.stringify({ title, body, author, categories });
    if (group !== '' && group.length + text.length > GROUP) close();
    group += text;
    groups.push(groupEnds.length);
    ends.push(group.length);
  }
  if (group !== '') close();
  return {
    bytes: Buffer.concat(packed),
    groupEnds: Uint32Array.from(groupEnds),
    groups: Uint32Array.from(groups),
    ends: Uint32Array.from(ends),
  };
};

/** Returns the texts of an article by its number. */
const originalAt = ({ bytes, groupEnds, groups, ends }: Originals, at: number): Original => {
  const group = groups[at];
  if (group === undefined) throw new RangeError(`There is no article ${at}`);
  const packed = bytes.subarray(groupEnds[group - 1] ?? 0, groupEnds[group]);
  const text = zstdDecompressSync(packed, IN_ONE_GO).toString();
  return original.parse(JSON.parse(text.slice(groups[at - 1] === group ? ends[at - 1] : 0, ends[at])));
};

/** Returns the memory that the texts hold, in bytes. */
const originalsBytes = ({ bytes, groupEnds, groups, ends }: Originals): number =>
  bytes.byteLength + groupEnds.byteLength + groups.byteLength + ends.byteLength;

/** The indexed fields of an article: plain text, as shown to this reader. */
export type SearchText = {
  article_id: string;
  /** Changes when the text does. */
  version: string;
  title: string;
  body: string;
  author: string | null;
  categories: string[];
};
