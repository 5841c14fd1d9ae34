import { allTags } from '../../model/article/entry.ts';
import { longId } from '../shared/item-ids.ts';
import type { LoadedItem } from '../shared/load-items.ts';

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
