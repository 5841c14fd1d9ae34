import { crc32 } from 'node:zlib';
import type { Entry } from '../article/entry.ts';
import type { Profile } from '../reader/profile.ts';

const DAY_MS = 86_400_000;

/** Days after the last search for which changed texts are noted with the reader's entries. */
const NOTED_DAYS = 40;

/** Returns the version of a text: 24 bits of its checksum, which fit an entry. */
export const textVersion = ({ content }: { content: string }): number => crc32(content) >>> 8;

/**
 * Checks whether changed texts are noted with this reader's entries, at four write units each. For readers who do not
 * search, a change that no list shows costs nothing.
 */
export const notesTexts = (profile: Pick<Profile, 'searched_at'> | null, now: Date): boolean => {
  const searchedAt = profile?.searched_at ?? null;
  return searchedAt !== null && Date.parse(searchedAt) + NOTED_DAYS * DAY_MS > now.getTime();
};

/**
 * Returns the entry with the version of the text that its reader sees from now on. A saved article shows the reader's own
 * copy, whose changes `renewCopy` notes.
 */
export const withTextOf = <E extends Pick<Entry, 'is_saved' | 'text_version'>>(
  entry: E,
  shown: { content: string },
): E => {
  const text_version = textVersion(shown);
  return entry.is_saved || entry.text_version === text_version ? entry : { ...entry, text_version };
};
