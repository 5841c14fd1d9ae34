import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';

/** The text that is compressed together, in UTF-16 units: more is smaller, less is sooner read for one snippet. */
const GROUP = 64 * 1024;

/** A group has at most three bytes for each unit, unless one article is longer. */
const IN_ONE_GO = { chunkSize: 3 * GROUP };

/** The texts of articles as they were before folding, compressed in groups. */
export type Originals = {
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

export const packOriginals = (texts: readonly Original[]): Originals => {
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
export const originalAt = ({ bytes, groupEnds, groups, ends }: Originals, at: number): Original => {
  const group = groups[at];
  if (group === undefined) throw new RangeError(`There is no article ${at}`);
  const packed = bytes.subarray(groupEnds[group - 1] ?? 0, groupEnds[group]);
  const text = zstdDecompressSync(packed, IN_ONE_GO).toString();
  return original.parse(JSON.parse(text.slice(groups[at - 1] === group ? ends[at - 1] : 0, ends[at])));
};

/** Returns the memory that the texts hold, in bytes. */
export const originalsBytes = ({ bytes, groupEnds, groups, ends }: Originals): number =>
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
