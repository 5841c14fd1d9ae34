import type { Feed } from './feed.ts';
import type { Subscription } from './subscription.ts';

/** Returns how many items of a feed's last document a reader does not have because others were newer. */
export const olderItems = (
  { over_limit_items, over_limit_ever }: Pick<Feed, 'over_limit_items' | 'over_limit_ever'>,
  { older_known, older_brought }: Pick<Subscription, 'older_known' | 'older_brought'>,
): number => {
  if (older_brought === null) return older_known + over_limit_items;
  const leftSince = Math.max(0, over_limit_ever - older_brought);
  return older_known + Math.min(over_limit_items, leftSince);
};
