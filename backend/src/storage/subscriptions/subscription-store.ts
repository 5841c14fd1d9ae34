import { z } from 'zod';
import { feedVolume, textMode } from '../../contract/index.ts';
import type { LeavingSubscription, Subscription, SubscriptionStore } from '../../model/feed/subscription.ts';
import { impossiblyLate } from '../../model/article/watermark.ts';
import { and, setting, type Expression } from '../table/expressions.ts';
import { absentAsFalse, absentAsNull, compact, fittedTitle, keyed, parseItem } from '../table/items.ts';
import { idIn, subscriptionKey, subscriptionsOf } from '../table/keys.ts';
import { intervalAttributes, storedInterval, withStoredInterval } from '../feeds/chosen-interval.ts';
import type { Item, TableClient } from '../table/table.ts';
import { createPlaces } from './places.ts';

const subscriptionSchema = keyed
  .extend({
    folder: absentAsNull(z.string()),
    position: absentAsNull(z.number()),
    title: absentAsNull(z.string()),
    feed_title: z.string(),
    ...intervalAttributes,
    text_mode: textMode.default('auto'),
    volume: feedVolume.default('normal'),
    is_active: absentAsFalse,
    unread_count: z.int().min(0),
    counted_at: z.string(),
    counted_seq: z.int().min(0).default(0),
    recount_at: absentAsNull(z.string()),
    last_read_at: absentAsNull(z.string()),
    older_known: z.int().min(0).default(0),
    older_brought: absentAsNull(z.int().min(0)),
    created_at: z.string(),
  })
  .transform(({ PK, SK, chosen_minutes, fetch_interval_minutes, ...rest }): Subscription => ({
    user_id: idIn(PK),
    feed_id: idIn(SK),
    ...rest,
    ...storedInterval({ chosen_minutes, fetch_interval_minutes }),
  }));

const fromItem = (item: Item): Subscription => parseItem(subscriptionSchema, item);

const isInFolder = (folder: string | null): Expression =>
  folder === null
    ? { text: 'attribute_not_exists(#folder)', names: { '#folder': 'folder' } }
    : { text: '#folder = :folder', names: { '#folder': 'folder' }, values: { ':folder': folder } };

/** Returns the values that are stored as their absence: `auto`, `normal` and no older items. */
const storedDefaults = ({
  text_mode,
  volume,
  older_known,
}: Partial<Pick<Subscription, 'text_mode' | 'volume' | 'older_known'>>): Item => ({
  ...(text_mode === 'auto' ? { text_mode: null } : {}),
  ...(volume === 'normal' ? { volume: null } : {}),
  ...(older_known === 0 ? { older_known: null } : {}),
});

/** The attribute with the id of the job that leaves a subscription. */
const LEAVING = 'leaving_job';

const leavingSchema = keyed
  .extend({ [LEAVING]: z.string() })
  .transform(({ SK, [LEAVING]: job_id }): LeavingSubscription => ({ feed_id: idIn(SK), job_id }));

const isLeaving = (item: Item): boolean => LEAVING in item;

const isFollowed: Expression = {
  text: 'attribute_exists(#pk) AND attribute_not_exists(#leaving)',
  names: { '#pk': 'PK', '#leaving': LEAVING },
};
const isFree: Expression = {
  text: 'attribute_not_exists(#pk) OR attribute_exists(#leaving)',
  names: { '#pk': 'PK', '#leaving': LEAVING },
};
const isLeftBy = (jobId: string): Expression => ({
  text: '#leaving = :job',
  names: { '#leaving': LEAVING },
  values: { ':job': jobId },
});

const readBefore = (time: string): Expression => ({
  text: 'attribute_not_exists(#read) OR #read < :read',
  names: { '#read': 'last_read_at' },
  values: { ':read': time },
});

/** Creates the verbs for subscriptions that a job is leaving. */
const createLeavingVerbs = (
  table: TableClient,
): Pick<SubscriptionStore, 'markLeaving' | 'leavingJob' | 'endLeaving'> => ({
  markLeaving: async (userId, feedId, jobId, former) => {
    const condition = former === null ? isFollowed : isLeftBy(former);
    const key = subscriptionKey(userId, feedId);
    return (await table.update(key, setting({ [LEAVING]: jobId }), condition)) !== null;
  },
  leavingJob: async (userId, feedId) => {
    const item = await table.get(subscriptionKey(userId, feedId));
    return item === null || !isLeaving(item) ? null : parseItem(leavingSchema, item).job_id;
  },
  endLeaving: async (userId, feedId, jobId) => {
    await table.delete(subscriptionKey(userId, feedId), isLeftBy(jobId));
  },
});

const noLaterCount = ({
  counted_at,
  counted_seq,
}: Pick<Subscription, 'counted_at' | 'counted_seq'>): Expression => ({
  text: '(#counted <= :at OR #counted > :wrong) AND (attribute_not_exists(#seq) OR #seq <= :seq)',
  names: { '#counted': 'counted_at', '#seq': 'counted_seq' },
  values: { ':at': counted_at, ':wrong': impossiblyLate(counted_at), ':seq': counted_seq },
});

/** Deletes a subscription, followed or not; returns true if it was followed. */
const deleteSubscription = async (table: TableClient, userId: string, feedId: string): Promise<boolean> => {
  const key = subscriptionKey(userId, feedId);
  if (await table.delete(key, isFollowed)) return true;
  await table.delete(key);
  return false;
};

export const createSubscriptionStore = (table: TableClient): SubscriptionStore => {
  const get = async (userId: string, feedId: string) => {
    const item = await table.get(subscriptionKey(userId, feedId));
    return item === null || isLeaving(item) ? null : fromItem(item);
  };
  const listAll: SubscriptionStore['listAll'] = async (userId) => {
    const items = await table.queryAll(subscriptionsOf(userId));
    return {
      followed: items.filter((item) => !isLeaving(item)).map(fromItem),
      leaving: items.filter(isLeaving).map((item) => parseItem(leavingSchema, item)),
    };
  };
  return {
    create: ({ user_id: userId, feed_id: feedId, ...attributes }) => {
      const feed_title = fittedTitle(attributes.feed_title);
      return table.put(
        {
          ...subscriptionKey(userId, feedId),
          ...compact({ ...withStoredInterval(attributes), ...storedDefaults(attributes), feed_title }),
        },
        isFree,
      );
    },
    get,
    list: async (userId) => (await listAll(userId)).followed,
    listAll,
    ...createLeavingVerbs(table),
    update: async (userId, feedId, changes) => {
      const { feed_title } = changes;
      const update = setting({
        ...withStoredInterval(changes),
        ...storedDefaults(changes),
        ...(feed_title === undefined ? {} : { feed_title: fittedTitle(feed_title) }),
      });
      if (update.text === '') return get(userId, feedId);
      const item = await table.update(subscriptionKey(userId, feedId), update, isFollowed);
      return item === null ? null : fromItem(item);
    },
    setFolder: async (userId, feedId, from, to) => {
      const key = subscriptionKey(userId, feedId);
      return (await table.update(key, setting({ folder: to }), and(isFollowed, isInFolder(from)))) !== null;
    },
    setCount: async (userId, feedId, count, lastReadAt) => {
      const key = subscriptionKey(userId, feedId);
      const update = setting({ ...count, last_read_at: lastReadAt });
      const item = await table.update(key, update, and(isFollowed, noLaterCount(count)));
      if (item !== null) return fromItem(item);
      // A later count is stored already, so write only the reading time, which is true in any case.
      if (lastReadAt !== undefined)
        await table.update(
          key,
          setting({ last_read_at: lastReadAt }),
          and(isFollowed, readBefore(lastReadAt)),
        );
      return null;
    },
    delete: (userId, feedId) => deleteSubscription(table, userId, feedId),
    ...createPlaces(table, async (userId) => (await listAll(userId)).followed.length),
  };
};
