import type { TextMode, TextSource } from '../../contract/index.ts';
import type { Feed } from '../feed/feed.ts';

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
