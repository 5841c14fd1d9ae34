import { and, itemIsNew, or, type Expression } from '../table/expressions.ts';
import { encodeFeedIds } from '../table/codecs/feed-ids-codec.ts';

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

export const notExpiredBy = (time: string): Expression => ({
  text: 'attribute_not_exists(#expires) OR #expires > :expired',
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

const isNewOrLeft: Expression = {
  text: 'attribute_not_exists(#pk) OR attribute_exists(#left)',
  names: { '#pk': 'PK', '#left': 'left' },
};

/** Returns the condition that an item is the tombstone of a rule that is not among those that mute now. */
const isMutedByOther = (muting: readonly string[]): Expression => {
  const isMuted = { text: 'attribute_exists(#muted)', names: { '#muted': 'muted_by' } };
  const isNotBy = muting.map((name, at) => ({ text: `#muted <> :m${at}`, values: { [`:m${at}`]: name } }));
  return muting.length === 0 ? isMuted : and(isMuted, ...isNotBy);
};

/** Returns the condition on which an entry may be created; see `EntryStore.create`. */
export const creatable = (allowRefollow: boolean, muting: readonly string[]): Expression =>
  or(allowRefollow ? isNewOrLeft : itemIsNew, isMutedByOther(muting));

/** The condition that an item is an entry that the reader neither saved nor read. */
export const unreadAndUnsaved = and(listed, notSaved, {
  text: 'attribute_not_exists(#read) OR #read <> :true',
  names: { '#read': 'is_read' },
  values: { ':true': true },
});
