import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { RefusedFile } from '../fields/refused-file.ts';

/** The most bytes of one document of a file, and of all of them. A packed file has at most 4 MB, so it grows twelvefold at most. */
const DOCUMENT_BYTES = 16 * 1024 * 1024;
const FILE_BYTES = 48 * 1024 * 1024;
/** The most entries of a ZIP archive. FreshRSS writes one for each feed. */
const MOST_ENTRIES = 2000;
/** The most characters shown of the name of a file. */
const SHOWN_NAME = 100;

type Place = { entry: number; name: string };

/** The documents of a file, which are unpacked one by one. */
export type Unpacked = {
  /** The names of the files of an archive; null for a file that is one document. */
  names: string[] | null;
  read: (index: number) => Uint8Array;
};

const begins = (bytes: Uint8Array, ...magic: number[]): boolean =>
  magic.every((byte, index) => bytes[index] === byte);

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;

const tooLarge = (what: string, limit: number): RefusedFile =>
  new RefusedFile('too_large', `${what} has more than ${megabytes(limit)} when it is unpacked.`);

const asDamaged = (error: unknown): Error =>
  error instanceof RefusedFile
    ? error
    : new RefusedFile(
        'damaged',
        'This ZIP archive is damaged, encrypted, or packed in a way that is not known here.',
      );

/**
 * Returns the places of the files in a ZIP archive. What an entry says of its size is the most that is unpacked of it, so the
 * limits hold whatever the archive holds.
 */
const placesIn = (archive: Uint8Array): Place[] => {
  const places: Place[] = [];
  let entries = 0;
  let total = 0;
  unzipSync(archive, {
    filter: ({ name, size, originalSize }) => {
      if (entries === MOST_ENTRIES)
        throw new RefusedFile('too_large', `This ZIP archive has more than ${MOST_ENTRIES} files.`);
      const bytes = Math.max(size, originalSize);
      if (bytes > DOCUMENT_BYTES) throw tooLarge('A file of this ZIP archive', DOCUMENT_BYTES);
      total += bytes;
      if (total > FILE_BYTES) throw tooLarge('This ZIP archive', FILE_BYTES);
      if (!name.endsWith('/'))
        places.push({ entry: entries, name: name.slice(0, SHOWN_NAME).toWellFormed() });
      entries += 1;
      return false;
    },
  });
  return places;
};

const fileAt = (archive: Uint8Array, place: Place | undefined): Uint8Array => {
  let entry = -1;
  const files = unzipSync(archive, {
    filter: () => {
      entry += 1;
      return entry === place?.entry;
    },
  });
  return Object.values(files)[0] ?? new Uint8Array();
};

/** Returns the documents of a file: those of a ZIP archive, or the one that it is, packed by gzip or not. Throws RefusedFile. */
export const unpack = (bytes: Uint8Array): Unpacked => {
  if (begins(bytes, 0x1f, 0x8b)) {
    try {
      const document = gunzipSync(bytes, { maxOutputLength: DOCUMENT_BYTES });
      return { names: null, read: () => document };
    } catch (error) {
      if (error instanceof RangeError) throw tooLarge('This file', DOCUMENT_BYTES);
      throw new RefusedFile('damaged', 'This file is packed by gzip, and damaged.');
    }
  }
  if (!begins(bytes, 0x50, 0x4b, 0x03, 0x04)) return { names: null, read: () => bytes };
  try {
    const places = placesIn(bytes);
    const read = (index: number): Uint8Array => {
      try {
        return fileAt(bytes, places[index]);
      } catch (error) {
        throw asDamaged(error);
      }
    };
    return { names: places.map(({ name }) => name), read };
  } catch (error) {
    throw asDamaged(error);
  }
};
