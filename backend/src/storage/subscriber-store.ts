import { z } from 'zod';
import { feedVolume, textMode } from '../contract/index.ts';
import { byBytes } from '../lib/lists.ts';
import type { Subscriber, SubscriberRange, SubscriberStore } from '../model/feed/feed.ts';
import { intervalAttributes, storedInterval, withStoredInterval } from './table/codecs.ts';
import { absentAsNull, compact, keyed, parseItem } from './table/items.ts';
import { idIn, primaryKey, subscriberKey, subscribersOf } from './table/keys.ts';
import type { Item, TableClient } from './table/table.ts';

const subscriberSchema = keyed
  .extend({
    ...intervalAttributes,
    text_mode: textMode.default('auto'),
    volume: feedVolume.default('normal'),
    keep_days: absentAsNull(z.int().min(1)),
    is_active: z.boolean().default(true),
  })
  .transform(({ PK, SK, text_mode, volume, keep_days, is_active, ...interval }): Subscriber => ({
    feed_id: idIn(PK),
    user_id: idIn(SK),
    text_mode,
    volume,
    keep_days,
    is_active,
    ...storedInterval(interval),
  }));

/** Yields the ids of the subscribers of a range in their order; the read is eventually consistent. */
const idsIn = async function* (
  table: TableClient,
  feedId: string,
  { after, until }: SubscriberRange,
): AsyncGenerator<string> {
  let from: Item | undefined = after === undefined ? undefined : subscriberKey(feedId, after);
  do {
    const page = await table.queryPage({
      ...subscribersOf(feedId),
      attributes: [primaryKey.partition, primaryKey.sort],
      after: from,
      is_consistent: false,
    });
    for (const item of page.items) {
      const id = idIn(parseItem(keyed, item).SK);
      if (until !== undefined && byBytes(id, until) > 0) return;
      yield id;
    }
    from = page.last;
  } while (from !== undefined);
};

export const createSubscriberStore = (table: TableClient): SubscriberStore => ({
  put: async ({ feed_id: feedId, user_id: userId, ...attributes }) => {
    const { is_active, text_mode, volume, ...rest } = withStoredInterval(attributes);
    const mode = text_mode === 'auto' ? null : text_mode;
    await table.put({
      ...subscriberKey(feedId, userId),
      is_active,
      ...compact({ ...rest, text_mode: mode, volume: volume === 'normal' ? null : volume }),
    });
  },
  get: async (feedId, userId) => {
    const item = await table.get(subscriberKey(feedId, userId));
    return item === null ? null : parseItem(subscriberSchema, item);
  },
  delete: async (feedId, userId) => {
    await table.delete(subscriberKey(feedId, userId));
  },
  list: async (feedId) =>
    (await table.queryAll(subscribersOf(feedId))).map((item) => parseItem(subscriberSchema, item)),
  listSome: async (feedId, { after, until }, limit) => {
    // One more than asked for tells whether there are more. All of them fit into a page, which has 1 MB.
    const { items } = await table.queryPage({
      ...subscribersOf(feedId),
      limit: limit + 1,
      ...(after === undefined ? {} : { after: subscriberKey(feedId, after) }),
    });
    const found = items
      .map((item) => parseItem(subscriberSchema, item))
      .filter(({ user_id }) => until === undefined || byBytes(user_id, until) <= 0);
    return { subscribers: found.slice(0, limit), has_more: found.length > limit };
  },
  listCuts: async (feedId, range, { size, most }) => {
    const cuts: string[] = [];
    let inPart = 0;
    let previous = '';
    for await (const id of idsIn(table, feedId, range)) {
      // A part is cut only once another subscriber follows it.
      if (inPart === size) {
        cuts.push(previous);
        inPart = 0;
      }
      if (cuts.length === most) break;
      inPart += 1;
      previous = id;
    }
    return cuts;
  },
});
