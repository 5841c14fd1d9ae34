import { DomainError } from '../../lib/errors.ts';
import { allTags } from '../../model/article/entry.ts';
import type { LoadedItem } from '../shared/load-items.ts';

/** The beginning of the long form of an item's id. */
const LONG = 'tag:google.com,2005:reader/item/';

/** Returns the long form of an article's id: 16 hex digits after a fixed beginning. */
export const longId = (articleId: string): string =>
  `${LONG}${BigInt(articleId).toString(16).padStart(16, '0')}`;

/** An id as clients write it: alone, or after a path whose slashes may be percent-encoded. */
const WRITTEN = /^(?:.*(?:\/|%2F))?([0-9a-f]+)$/is;
/** An article_id is at least 2^60 and below 2^63, so it has 19 digits, and 16 in hex. */
const [DECIMAL, HEX] = [/^\d{19}$/, /^[0-9a-f]{16}$/i];

/**
 * Returns the article's id in any form in which clients write it: decimal, hex, or the long form, percent-encoded or not.
 * Null for the id of anything else: a client may know items of another service.
 */
export const articleIdIn = (text: string): string | null => {
  const digits = WRITTEN.exec(text)?.[1] ?? '';
  if (DECIMAL.test(digits)) return digits;
  return HEX.test(digits) ? BigInt(`0x${digits}`).toString() : null;
};

/** The most ids of one request. Clients send 1,000 at once. */
const MOST_IDS = 10_000;

/** Returns the different articles that a request names. @throws VALIDATION_FAILED for too many. */
export const articleIdsIn = (parameters: URLSearchParams): string[] => {
  const ids = [...new Set(parameters.getAll('i').flatMap((text) => articleIdIn(text) ?? []))];
  if (ids.length > MOST_IDS)
    throw new DomainError(
      'VALIDATION_FAILED',
      `A request names at most ${MOST_IDS} items, not ${ids.length}.`,
    );
  return ids;
};

export const STATE = 'user/-/state/com.google/';
export const labelId = (name: string): string => `user/-/label/${name}`;
export const feedStreamId = (feedId: string): string => `feed/${feedId}`;

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000);
export const microseconds = (time: string | number): string => `${new Date(time).getTime()}000`;

/** Returns the states and labels of an item. */
export const categoriesOf = ({ row, feed }: Pick<LoadedItem, 'row' | 'feed'>): string[] => [
  `${STATE}reading-list`,
  ...(row.is_read ? [`${STATE}read`] : []),
  ...(row.is_saved ? [`${STATE}starred`] : []),
  ...(feed.folder === null ? [] : [labelId(feed.folder)]),
  ...allTags(row.tags ?? [], row.own_tags).map(labelId),
];

/** Returns an item as the Google Reader API has it. No field is null. */
export const itemJson = (item: LoadedItem) => {
  const { row, link, author, content, enclosures, feed } = item;
  return {
    id: longId(row.article_id),
    crawlTimeMsec: String(Date.parse(row.created_at)),
    timestampUsec: microseconds(row.created_at),
    published: seconds(row.published_at),
    updated: seconds(row.published_at),
    title: row.title,
    canonical: [{ href: link }],
    alternate: [{ href: link, type: 'text/html' }],
    categories: categoriesOf(item),
    origin: { streamId: feedStreamId(feed.feed_id), htmlUrl: feed.html_url, title: feed.title },
    summary: { direction: 'ltr', content },
    author,
    ...(enclosures.length === 0
      ? {}
      : {
          enclosure: enclosures.map(({ url, type, length }) => ({
            href: url,
            type: type ?? 'application/octet-stream',
            ...(length === null ? {} : { length: String(length) }),
          })),
        }),
  };
};
