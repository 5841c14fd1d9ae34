import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  constants,
  zstdCompressSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib';
import { z } from 'zod';
import type { Chapter, Enclosure } from '../../contract/index.ts';
import type { BlobStore } from '../../model/article/article.ts';
import { CorruptItemError } from '../table/errors.ts';
import { binary } from '../table/items.ts';

/** The large part of an article, which is read only when the article is opened. */
export type Content = {
  summary: string;
  content: string;
  author: string | null;
  enclosures: Enclosure[];
  categories: string[];
};

/** The largest compressed content in the table, in bytes: 16 write units. Larger content is stored as a blob. */
const LARGEST_IN_TABLE = 16 * 1024;
/** The largest decompressed size in bytes, as a guard against decompression bombs. */
const LARGEST_CONTENT = 64 * 1024 * 1024;

/*
 * Brotli has a dictionary of HTML and English, so it compresses short articles better than deflate and zstd. Measured
 * over 2,599 real articles, in write units and time per article: deflate 1.61 in 0.10 ms, zstd 1.64 in 0.03 ms, brotli
 * of quality 5 1.56 in 0.08 ms, of quality 11 1.48 in 2.6 ms. Quality 10 (1 ms) is tried only if it may save a write
 * unit, as for about one article in thirteen.
 */
const QUALITY = 5;
const THOROUGH = 10;
/** The smallest size that the thorough quality reaches, as a share of the size at the other quality. */
const BEST_RATIO = 0.86;
const WRITE_UNIT = 1024;

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const unzstd = promisify(zstdDecompress);

/** The first bytes of a Zstandard frame (RFC 8878, section 3.1.1). No brotli stream of JSON text begins so. */
const ZSTD_MAGIC = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd);
const isZstd = (bytes: Uint8Array) => ZSTD_MAGIC.every((byte, at) => bytes[at] === byte);

/**
 * The largest text in bytes that is compressed synchronously. For an article of usual size, the thread pool would take
 * several times as long.
 */
const LARGEST_AT_ONCE = 64 * 1024;

/*
 * The room for the output, in bytes. By default each call takes 16 KB, which is garbage soon: 180 MB of it in the first load of
 * 3,880 articles. Output that needs more room is joined from several pieces.
 */
const roomOfCompressed = (bytes: Uint8Array) => ({ chunkSize: bytes.length + (bytes.length >> 8) + 64 });
const roomOfText = (compressed: Uint8Array) => ({ chunkSize: 4 * compressed.length + 64 });

const compress = async (bytes: Buffer, quality: number): Promise<Buffer> => {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_LGWIN]: 18,
  };
  const options = { params, ...roomOfCompressed(bytes) };
  return bytes.length <= LARGEST_AT_ONCE ? brotliCompressSync(bytes, options) : brotli(bytes, options);
};

const unitsOf = (bytes: number) => Math.ceil(bytes / WRITE_UNIT);

/** The chapters that the feed states, where it states any: the address of their document, or each with its start and title. */
const chapters = z.union([z.string(), z.array(z.tuple([z.number(), z.string()]))]);
const enclosure = z.tuple([z.string(), z.string().nullable(), z.number().nullable()]).rest(chapters);
/** Summary, content, author, enclosures, and categories if there are any. */
const contentSchema = z
  .tuple([z.string(), z.string(), z.string().nullable(), z.array(enclosure)])
  .rest(z.array(z.string()));

const packChapters = (stated: string | Chapter[]): z.infer<typeof chapters> =>
  typeof stated === 'string' ? stated : stated.map(({ start, title }) => [start, title]);

const unpackChapters = (stored: z.infer<typeof chapters>): string | Chapter[] =>
  typeof stored === 'string' ? stored : stored.map(([start, title]) => ({ start, title }));

/** `thorough` takes up to 5 ms per article to save write units. `quick` takes 0.1 ms, for a table that bills none. */
export type CompressionEffort = 'quick' | 'thorough';

/** Compresses the content of an item whose other attributes have `otherBytes` bytes. */
export const encodeContent = async (
  content: Content,
  otherBytes: number,
  effort: CompressionEffort = 'thorough',
): Promise<Uint8Array> => {
  const enclosures = content.enclosures.map(({ url, type, length, chapters: stated }) => [
    url,
    type,
    length,
    ...(stated === undefined ? [] : [packChapters(stated)]),
  ]);
  const { summary, content: html, author, categories } = content;
  const fields = [summary, html, author, enclosures, ...(categories.length === 0 ? [] : [categories])];
  const text = Buffer.from(JSON.stringify(fields));
  if (effort === 'quick') return zstdCompressSync(text, roomOfCompressed(text));
  const quick = await compress(text, QUALITY);
  const isWorthMore = unitsOf(quick.length * BEST_RATIO + otherBytes) < unitsOf(quick.length + otherBytes);
  if (!isWorthMore || quick.length > LARGEST_IN_TABLE) return quick;
  const thorough = await compress(text, THOROUGH);
  return thorough.length < quick.length ? thorough : quick;
};

// Content that fits the table is decompressed synchronously: even the most repetitive takes only a few milliseconds.
const decompress = async (bytes: Uint8Array): Promise<string> => {
  const options = { maxOutputLength: LARGEST_CONTENT, ...roomOfText(bytes) };
  const isSmall = bytes.length <= LARGEST_IN_TABLE;
  if (isZstd(bytes))
    return (isSmall ? zstdDecompressSync(bytes, options) : await unzstd(bytes, options)).toString();
  return (isSmall ? brotliDecompressSync(bytes, options) : await unbrotli(bytes, options)).toString();
};

/** Decodes content. @throws an error of zlib, JSON or zod for bytes that encodeContent did not write. */
export const decodeContent = async (bytes: Uint8Array): Promise<Content> => {
  const fields = contentSchema.parse(JSON.parse(await decompress(bytes)));
  const [summary, content, author, enclosures, categories = []] = fields;
  return {
    summary,
    content,
    author,
    enclosures: enclosures.map(([url, type, length, stated]) => ({
      url,
      type,
      length,
      ...(stated === undefined ? {} : { chapters: unpackChapters(stated) }),
    })),
    categories,
  };
};

/** The attributes of an item's content: its bytes, or the name of the blob that has them. */
export const contentAttributes = { content: binary.optional(), blob: z.string().optional() };

export const createContentCodec = (blobs: BlobStore, effort?: CompressionEffort) => ({
  /** Returns the content's attributes. Content that is too large for the table is first written to a blob. */
  pack: async (blobKey: string, content: Content, otherBytes: number) => {
    const bytes = await encodeContent(content, otherBytes, effort);
    if (bytes.length <= LARGEST_IN_TABLE) return { content: bytes };
    await blobs.put(blobKey, bytes);
    return { blob: blobKey };
  },
  /** Returns the content of an item. @throws CorruptItemError if the bytes cannot be read or the blob is missing. */
  unpack: async (item: {
    PK: string;
    SK: string;
    content?: Uint8Array | undefined;
    blob?: string | undefined;
  }): Promise<Content> => {
    const bytes = item.blob === undefined ? item.content : await blobs.get(item.blob);
    if (bytes === undefined || bytes === null) {
      throw new CorruptItemError(`Item ${item.PK} / ${item.SK} has lost its content`);
    }
    try {
      return await decodeContent(bytes);
    } catch (error) {
      throw new CorruptItemError(`The content of item ${item.PK} / ${item.SK} cannot be read`, {
        cause: error,
      });
    }
  },
});
