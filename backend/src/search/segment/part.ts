import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { originalAt, originalsBytes, packOriginals, type Originals } from './originals.ts';
import { blockBytes, blockFrom, buildBlock, isWide, type Block } from './block.ts';
import { BrokenPartError } from './broken-part-error.ts';
import type { SearchText } from './doc.ts';
import { frame, unframe } from './frame.ts';
import { bytesOf, longsIn, shortsIn } from './numbers.ts';
import { postingsBytes } from './postings.ts';
import { sizeOf, vocabularyOf } from './vocabulary.ts';

/** Texts of up to some 1,000 articles in memory, ready to be searched. Articles are numbered by their places in `ids`. */
export type Part = {
  ids: readonly string[];
  versions: readonly string[];
  /** Title, author, categories, body. */
  block: Block;
  originals: Originals;
  /** The sketch of each article; null if it has none. */
  sketches: readonly (Uint8Array | null)[];
};

/** The small part of the content, as JSON. */
const facts = z.object({
  ids: z.array(z.string()),
  versions: z.array(z.string()),
  /** Base64. */
  sketches: z.array(z.string().nullable()),
  vocabulary: z.string(),
});

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const SECTIONS = 7;
/**
 * Returns the size of the buffers to decompress into, in bytes. Most sections fit into one buffer, because each buffer takes
 * another turn of a thread, and a small section does not hold a megabyte meanwhile.
 */
const inOneGo = (section: Uint8Array) => ({
  chunkSize: Math.min(1024 * 1024, Math.max(16 * 1024, 8 * section.length)),
});
const EMPTY = Buffer.alloc(0);
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
  const known: z.infer<typeof facts> = {
    ids: texts.map(({ article_id }) => article_id),
    versions: texts.map(({ version }) => version),
    sketches: texts.map(({ article_id }) => {
      const sketch = sketches.get(article_id);
      return sketch === undefined ? null : Buffer.from(sketch).toString('base64');
    }),
    vocabulary: block.vocabulary.text,
  };
  const numbers = [block.stream, block.ends, originals.groupEnds, originals.groups, originals.ends].map(
    bytesOf,
  );
  const small = await Promise.all(
    [Buffer.from(JSON.stringify(known)), ...numbers].map((section) => compress(section)),
  );
  return frame([...small, originals.bytes]);
};

/** Returns a part in memory. @throws BrokenPartError for bytes that are not exactly what `encodePart` of this version returned */
export const decodePart = async (bytes: Uint8Array): Promise<Part> => {
  const sections = unframe(bytes);
  if (sections.length !== SECTIONS)
    throw new BrokenPartError('content', `The part has ${sections.length} sections instead of ${SECTIONS}.`);
  try {
    const plain = await Promise.all(
      sections.slice(0, -1).map((section) => decompress(section, inOneGo(section))),
    );
    const [known = EMPTY, stream = EMPTY, ends = EMPTY, groupEnds = EMPTY, groups = EMPTY, lasts = EMPTY] =
      plain;
    const { ids, versions, sketches, vocabulary } = facts.parse(JSON.parse(known.toString()));
    const words = vocabularyOf(vocabulary);
    return {
      ids,
      versions,
      block: blockFrom(words, isWide(sizeOf(words)) ? longsIn(stream) : shortsIn(stream), longsIn(ends)),
      originals: {
        // A copy, so that the other sections, two thirds of the part, do not stay in memory.
        bytes: new Uint8Array(sections.at(-1) ?? EMPTY),
        groupEnds: longsIn(groupEnds),
        groups: longsIn(groups),
        ends: longsIn(lasts),
      },
      sketches: sketches.map((sketch) => (sketch === null ? null : Buffer.from(sketch, 'base64'))),
    };
  } catch (error) {
    throw new BrokenPartError('content', 'The content of the part cannot be read.', { cause: error });
  }
};

/** Returns the memory that a part holds, in bytes. */
export const partBytes = ({ ids, block, originals, sketches }: Part): number =>
  blockBytes(block) +
  postingsBytes(block) +
  originalsBytes(originals) +
  ids.length * BYTES_OF_IDS +
  sketches.reduce((sum, sketch) => sum + (sketch?.length ?? 0), 0);

/** Returns the text of the article with this number, as it was given to `encodePart`. @throws RangeError if there is none */
export const textAt = ({ ids, versions, originals }: Part, at: number): SearchText => ({
  article_id: ids[at] ?? '',
  version: versions[at] ?? '',
  ...originalAt(originals, at),
});

/** Returns the sketch of the article with this number; null if it has none. */
export const sketchAt = ({ sketches }: Part, at: number): Uint8Array | null => sketches[at] ?? null;
