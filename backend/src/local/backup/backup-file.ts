import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32, createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { translateFileError } from '../../storage/table/errors.ts';
import { DataFolderError } from '../process/data-lock.ts';
import { fromBytes } from '../table/schema.ts';
import type { QueueMessage } from '../table/message-rows.ts';
import type { Attributes } from '../table/values.ts';

/*
 * A backup is one file, JSON lines compressed by gzip (`zcat` shows it): a header, the items of the table, the messages of the
 * queues, the blobs, and at the end a manifest with the number and the SHA-256 of each. Without that line it is not whole.
 */

const header = z.strictObject({
  /** The version of this file's format. */
  omomi_backup: z.literal(1),
  /** The format of the items and messages (`table/schema.ts`). */
  table_format: z.int(),
  created_at: z.iso.datetime({ precision: 3 }),
  /** The id of the table; null of a table that has none. */
  table_id: z.string().nullable(),
});
type BackupHeader = z.infer<typeof header>;

/** Backups of earlier versions have more fields, which are left out. */
const message = z.object({
  message_id: z.string(),
  body: z.string(),
  sequence: z.number(),
  sent_at: z.number(),
  visible_at: z.number(),
  receive_count: z.number(),
  failures: z.number(),
  first_received_at: z.number().nullable(),
  dead: z.strictObject({ reason: z.string(), at: z.number() }).nullable(),
});

const messageLine = z.strictObject({ queue: z.string(), message });
const blobLine = z.strictObject({ blob: z.string(), data: z.string() });

/** An item begins its line with this; the item is as its row has it (`local/table/schema.ts`). */
const ITEM = /^\{"encoded":([01]),"item":/;

const parts = ['header', 'items', 'messages', 'blobs'] as const;
type Part = (typeof parts)[number];

const counted = z.strictObject({ count: z.int(), sha256: z.string() });
const manifest = z.strictObject({ header: counted, items: counted, messages: counted, blobs: counted });
export type Manifest = z.infer<typeof manifest>;
const otherLine = z.union([messageLine, blobLine, z.strictObject({ manifest })]);

/** The lines of each part of a backup, without line ends. */
export type BackupSource = {
  header: BackupHeader;
  items: Iterable<string> | AsyncIterable<string>;
  messages: Iterable<string> | AsyncIterable<string>;
  blobs: Iterable<string> | AsyncIterable<string>;
};

/** Returns the line of an item by the text of its row. */
export const toItemLine = (text: string, isEncoded: number): string =>
  `{"encoded":${isEncoded},"item":${text}}`;

export const toMessageLine = (queue: string, one: QueueMessage): string =>
  JSON.stringify({ queue, message: one } satisfies z.input<typeof messageLine>);

export const toBlobLine = (key: string, bytes: Uint8Array): string =>
  JSON.stringify({ blob: key, data: Buffer.from(bytes).toString('base64') });

/** Characters that are handed on at a time. */
const CHUNK = 65_536;

const newSums = () => {
  const hashes = {
    header: createHash('sha256'),
    items: createHash('sha256'),
    messages: createHash('sha256'),
    blobs: createHash('sha256'),
  };
  const counts = { header: 0, items: 0, messages: 0, blobs: 0 };
  const sumOf = (part: Part) => ({ count: counts[part], sha256: hashes[part].copy().digest('hex') });
  return {
    note: (part: Part, line: string | Uint8Array): void => {
      hashes[part].update(line).update('\n');
      counts[part] += 1;
    },
    manifest: (): Manifest => ({
      header: sumOf('header'),
      items: sumOf('items'),
      messages: sumOf('messages'),
      blobs: sumOf('blobs'),
    }),
  };
};

/**
 * Writes a backup. The file gets its name when all of it is on the disk, so it is whole or not there.
 * @throws StorageFullError
 */
export const writeBackupFile = async (path: string, source: BackupSource): Promise<Manifest> => {
  const partial = `${path}.partial`;
  const sums = newSums();
  const text = async function* () {
    let chunk = '';
    const all = { ...source, header: [JSON.stringify(source.header)] };
    for (const part of parts)
      for await (const line of all[part]) {
        sums.note(part, line);
        chunk += `${line}\n`;
        if (chunk.length < CHUNK) continue;
        yield chunk;
        chunk = '';
      }
    yield `${chunk}${JSON.stringify({ manifest: sums.manifest() })}\n`;
  };
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(text, createGzip(), createWriteStream(partial, { mode: 0o600, flush: true }));
    await rename(partial, path);
    await syncFolder(dirname(path));
    return sums.manifest();
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw translateFileError(error, dirname(path));
  }
};

/** Waits until the names in a folder are on the disk. Windows has no such call. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const NEWLINE = 10;

/** Splits bytes into lines, which end with a line feed; `rest` of an end without one is a line too. */
const linesOf = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, end)]);
      pieces = [];
      from = end + 1;
    }
    pieces.push(chunk.subarray(from));
  }
  const rest = Buffer.concat(pieces);
  if (rest.length > 0) yield rest;
};

/** Hears what is in a backup, in the order of the file. What it gets is proved only when `readBackupFile` has returned. */
export type BackupVisitor = {
  begin?: (header: BackupHeader) => Promise<void> | void;
  item?: (item: Attributes) => Promise<void> | void;
  message?: (queue: string, message: QueueMessage) => Promise<void> | void;
  blob?: (key: string, bytes: Uint8Array) => Promise<void> | void;
};

class NotWholeError extends Error {}

/** Returns the item of a line; null if the line is of something else. */
const itemOf = (line: Buffer): Attributes | null => {
  const [start, isEncoded] = ITEM.exec(line.toString('latin1', 0, 40)) ?? [];
  if (start === undefined) return null;
  const text = line.subarray(start.length, -1);
  return fromBytes(text, Number(isEncoded), crc32(text));
};

const compareSums = (written: Manifest, found: Manifest): void => {
  for (const part of parts)
    if (written[part].count !== found[part].count || written[part].sha256 !== found[part].sha256)
      throw new NotWholeError(`its ${part} are not what was written`);
};

const readLines = async (source: AsyncIterable<Buffer>, visitor: BackupVisitor): Promise<BackupSummary> => {
  const sums = newSums();
  let first: BackupHeader | null = null;
  let last: Manifest | null = null;
  for await (const line of linesOf(source)) {
    if (last !== null) throw new NotWholeError('something follows its end');
    if (first === null) {
      first = header.parse(JSON.parse(line.toString('utf8')));
      sums.note('header', line);
      await visitor.begin?.(first);
      continue;
    }
    const item = itemOf(line);
    if (item !== null) {
      sums.note('items', line);
      await visitor.item?.(item);
      continue;
    }
    const other = otherLine.parse(JSON.parse(line.toString('utf8')));
    if ('manifest' in other) {
      last = other.manifest;
      compareSums(last, sums.manifest());
    } else if ('blob' in other) {
      sums.note('blobs', line);
      await visitor.blob?.(other.blob, Buffer.from(other.data, 'base64'));
    } else {
      sums.note('messages', line);
      await visitor.message?.(other.queue, other.message);
    }
  }
  if (first === null || last === null) throw new NotWholeError('its end is missing');
  return { header: first, manifest: last };
};

export type BackupSummary = { header: BackupHeader; manifest: Manifest };

/** Checks whether the file itself is at fault, and not what is done with its content. */
const isOfFile = (error: unknown): boolean =>
  error instanceof NotWholeError ||
  error instanceof SyntaxError ||
  error instanceof z.ZodError ||
  (error instanceof Error && 'code' in error && /^Z_|^ERR_/.test(String(error.code)));

/**
 * Reads a backup to its end and compares the checksums of its manifest.
 * @throws DataFolderError if the file is missing, is no backup, or is not what was written
 */
export const readBackupFile = async (path: string, visitor: BackupVisitor = {}): Promise<BackupSummary> => {
  const found = await stat(path).catch(() => null);
  if (found?.isFile() !== true) throw new DataFolderError(`there is no file ${path}`);
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw new DataFolderError(`the file ${path} cannot be read: this user has no right to it`, {
      cause: error,
    });
  });
  try {
    let summary: BackupSummary | null = null;
    await pipeline(createReadStream(path), createGunzip(), async (source: AsyncIterable<Buffer>) => {
      summary = await readLines(source, visitor);
    });
    if (summary === null) throw new NotWholeError('nothing is in it');
    return summary;
  } catch (error) {
    if (!isOfFile(error)) throw error;
    const why = error instanceof NotWholeError ? error.message : 'it cannot be read as one';
    throw new DataFolderError(`the file ${path} is no whole backup of Omomi: ${why}. Nothing was changed`, {
      cause: error,
    });
  }
};
