import type { TextMode, TextSource } from '../../contract/index.ts';
import type { Feed } from '../feed/feed.ts';
import { crc32 } from 'node:zlib';
import type { Entry } from '../article/entry.ts';
import type { Profile } from '../reader/profile.ts';

/** Number of articles whose pages are compared with the feed's texts before `auto` is decided. */
export const SAMPLES = 3;
/** A text of the feed is short if it has less than this share of its page's text, in thousandths. */
const SHORT_PERMILLE = 1000 / 3;

/** Returns the mode that asks for most: pages are asked for if one reader wants them. */
export const strongestMode = (modes: readonly TextMode[]): TextMode =>
  modes.includes('full') ? 'full' : modes.includes('auto') || modes.length === 0 ? 'auto' : 'feed';

/** Returns which text a reader with this mode sees. While `auto` is undecided, that is the feed's. */
export const textFor = (mode: TextMode, { found_text }: Pick<Feed, 'found_text'>): TextSource =>
  mode === 'auto' ? (found_text ?? 'feed') : mode;

/**
 * Returns whether the pages of a feed's new articles are asked for. `sample`: only until `auto` is decided, because all
 * its readers leave it to that.
 */
export const pagesWantedOf = (feed: Pick<Feed, 'wanted_text' | 'found_text'>): 'none' | 'sample' | 'all' => {
  if (feed.wanted_text === 'auto' && feed.found_text === null) return 'sample';
  return textFor(feed.wanted_text, feed) === 'full' ? 'all' : 'none';
};

/**
 * Returns what `auto` comes to: the page's text if most of the samples are short. Each is the length of the feed's text
 * in thousandths of the page's. Returns null as long as there are too few.
 */
export const foundIn = (samples: readonly number[]): TextSource | null => {
  if (samples.length < SAMPLES) return null;
  const short = samples.filter((permille) => permille < SHORT_PERMILLE).length;
  return short * 2 > samples.length ? 'full' : 'feed';
};

/** The stored facts about the pages of a feed's articles, apart from the feed's item. */
export type FeedPagesStore = {
  /**
   * Counts one request for a page on this day (days since 1970). Returns false and counts nothing if `limit` requests
   * were counted on it.
   */
  takeRequest: (feedId: string, day: number, limit: number) => Promise<boolean>;
  /** Returns the samples by article_id. */
  samples: (feedId: string) => Promise<ReadonlyMap<string, number>>;
  /** Adds the sample of an article, unless it has one or there are enough. Returns all. */
  addSample: (feedId: string, articleId: string, permille: number) => Promise<ReadonlyMap<string, number>>;
};

const DAY_MS = 86_400_000;

/** Days after the last search for which changed texts are noted with the reader's entries. */
const NOTED_DAYS = 40;

/** Returns the version of a text: 24 bits of its checksum, which fit an entry. */
export const textVersion = ({ content }: { content: string }): number => crc32(content) >>> 8;

/** Returns a number that changes, all but always, when the title or the excerpt of an entry does: their CRC-32. */
export const textChecksum = ({ title, excerpt }: Pick<Entry, 'title' | 'excerpt'>): number =>
  crc32(`${title}\n${excerpt}`);

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
