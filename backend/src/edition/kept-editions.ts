import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { z } from 'zod';
import { language } from '../contract/index.ts';
import { compress, fileQuality } from '../lib/content-coding.ts';
import type { Context } from '../model/context.ts';
import type { StoredMorning } from '../model/reader/notified.ts';
import { editionName, keptAt } from './edition-blobs.ts';
import type { Edition } from './gather-edition.ts';
import { editionWords } from './words.ts';

/** The largest decompressed edition in bytes, as a guard against decompression bombs. */
const LARGEST = 64 * 1024 * 1024;
/** Characters of the id that tells two editions of one day apart, of which one is in force. */
const ID_LENGTH = 8;

const decompress = promisify(brotliDecompress);

const chapter = z.object({
  article_id: z.string(),
  title: z.string(),
  language: z.string().nullable(),
  feed_title: z.string(),
  author: z.string().nullable(),
  published_at: z.string(),
  link: z.string().nullable(),
  reasons: z.string(),
  html: z.string(),
  others: z.array(z.object({ feed_title: z.string(), title: z.string(), link: z.string().nullable() })),
  differences: z.array(z.object({ feed_title: z.string(), sentences: z.array(z.string()) })),
});

const keptEdition = z
  .object({
    id: z.string(),
    day: z.string(),
    made_at: z.string(),
    language,
    sections: z.array(
      z.object({ tier: z.enum(['must_read', 'worth_a_look', 'rest']), chapters: z.array(chapter) }),
    ),
  })
  .transform(({ language, ...rest }): Edition => ({ ...rest, words: editionWords(language) }));

/**
 * Writes an edition to a blob of the reader. Returns its id, under which it is had once it is named in `kept` of what is stored of
 * the morning edition.
 */
export const writeKept = async (
  { blobs, newId }: Pick<Context, 'blobs' | 'newId'>,
  userId: string,
  { words: { language }, ...edition }: Edition,
): Promise<string> => {
  const id = newId().slice(-ID_LENGTH);
  const bytes = await compress('br', Buffer.from(JSON.stringify({ ...edition, language })), fileQuality);
  await blobs.put(editionName(userId, edition.day, id), bytes);
  return id;
};

/** Returns the edition that was kept of a day; null if there is none. @throws Error if it cannot be read */
export const readKept = async (
  { blobs, now }: Pick<Context, 'blobs' | 'now'>,
  userId: string,
  day: string,
  morning: Pick<StoredMorning, 'kept'> | null,
): Promise<Edition | null> => {
  const id = keptAt(morning, now()).get(day);
  if (id === undefined) return null;
  const name = editionName(userId, day, id);
  const bytes = await blobs.get(name);
  if (bytes === null) return null;
  try {
    const text = await decompress(bytes, { maxOutputLength: LARGEST });
    return keptEdition.parse(JSON.parse(text.toString()));
  } catch (error) {
    throw new Error(`The edition ${name} cannot be read`, { cause: error });
  }
};
