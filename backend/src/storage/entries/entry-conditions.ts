import { and } from '../table/expressions.ts';
import { encodeFeedIds } from '../table/feed-ids-codec.ts';

// The conditions on which entries are written and removed.

export const unchangedSince = (rev: number) => ({
  text: '#rev = :rev',
  names: { '#rev': 'rev' },
  values: { ':rev': rev },
});

export const expiredBy = (time: string) => ({
  text: '#expires <= :expired',
  names: { '#expires': 'expires_at' },
  values: { ':expired': Date.parse(time) },
});

/** The condition that an item is an entry and not a tombstone. */
export const listed = { text: 'attribute_exists(#listed)', names: { '#listed': 'by_time' } };

const notSaved = { text: 'attribute_not_exists(#saved)', names: { '#saved': 'is_saved' } };

/** Returns the condition that an item is an entry, is not saved and, if a time is given, has expired by then. */
export const removable = (expiredBefore: string | undefined) =>
  and(listed, notSaved, ...(expiredBefore === undefined ? [] : [expiredBy(expiredBefore)]));

export const carriedBy = (feedIds: string[]) => ({
  text: '#feeds = :feeds',
  names: { '#feeds': 'feed_ids' },
  values: { ':feeds': encodeFeedIds(feedIds) },
});

export const isNewOrLeft = {
  text: 'attribute_not_exists(#pk) OR attribute_exists(#left)',
  names: { '#pk': 'PK', '#left': 'left' },
};
