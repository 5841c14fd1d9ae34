import { z } from 'zod';
import type {
  SubscriptionStore,
  LeavingSubscription,
  Subscription,
  FolderStore,
} from '../model/feed/subscription.ts';
import { itemIsNew, type Expression, and, setting } from './table/queries.ts';
import { keyed, parseItem, absentAsFalse, absentAsNull, compact, fittedTitle } from './table/items.ts';
import { placesKey, idIn, subscriptionKey, subscriptionsOf, folderKey, foldersOf } from './table/keys.ts';
import { createKeptRanges } from './table/kept.ts';
import type { TableClient, Item } from './table/table.ts';
import { feedVolume, textMode } from '../contract/index.ts';
import { intervalAttributes, storedInterval, withStoredInterval } from './table/codecs.ts';

const placesSchema = keyed.extend({ taken: z.int().min(0), claimed_at: z.string() });

const isPlaceFree = (limit: number): Expression => ({
  text: '#taken < :limit',
  names: { '#taken': 'taken' },
  values: { ':limit': limit },
});

const claiming = (now: string): Expression => ({
  text: 'SET #at = :now ADD #taken :one',
  names: { '#at': 'claimed_at', '#taken': 'taken' },
  values: { ':now': now, ':one': 1 },
});

const releasing: Expression = {
  text: 'ADD #taken :less',
  names: { '#taken': 'taken' },
  values: { ':less': -1 },
};

const isTaken: Expression = {
  text: '#taken > :none',
  names: { '#taken': 'taken' },
  values: { ':none': 0 },
};

type Places = Pick<SubscriptionStore, 'claimPlace' | 'releasePlace' | 'recountPlaces'>;

/**
 * Creates the count of each reader's subscriptions, which is the one place where parallel requests meet. `count` returns
 * how many feeds a reader follows.
 */
const createPlaces = (table: TableClient, count: (userId: string) => Promise<number>): Places => ({
  claimPlace: async (userId, limit, now) => {
    const key = placesKey(userId);
    if ((await table.get(key)) === null) {
      const taken = (await count(userId)) + 1;
      if (taken > limit) return false;
      if (await table.put({ ...key, taken, claimed_at: now }, itemIsNew)) return true;
    }
    return (await table.update(key, claiming(now), isPlaceFree(limit))) !== null;
  },
  releasePlace: async (userId) => {
    await table.update(placesKey(userId), releasing, isTaken);
  },
  recountPlaces: async (userId, before) => {
    const item = await table.get(placesKey(userId));
    if (item === null) return;
    const { taken, claimed_at } = parseItem(placesSchema, item);
    if (claimed_at > before) return;
    const asSeen: Expression = {
      text: '#taken = :seen AND #at = :seenAt',
      names: { '#taken': 'taken', '#at': 'claimed_at' },
      values: { ':seen': taken, ':seenAt': claimed_at },
    };
    const counted: Expression = {
      text: 'SET #taken = :counted',
      names: { '#taken': 'taken' },
      values: { ':counted': await count(userId) },
    };
    await table.update(placesKey(userId), counted, asSeen);
  },
});

const subscriptionSchema = keyed
  .extend({
    folder: absentAsNull(z.string()),
    position: absentAsNull(z.number()),
    title: absentAsNull(z.string()),
    feed_title: z.string(),
    ...intervalAttributes,
    text_mode: textMode.default('auto'),
    volume: feedVolume.default('normal'),
    keep_days: absentAsNull(z.int().min(1)),
    is_active: absentAsFalse,
    unread_count: z.int().min(0),
    counted_at: z.string(),
    counted_seq: z.int().min(0).default(0),
    recount_at: absentAsNull(z.string()),
    count_version: z.int().min(0).default(0),
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

const parseEither = (item: Item): Subscription | LeavingSubscription =>
  isLeaving(item) ? parseItem(leavingSchema, item) : fromItem(item);

const apart = (
  all: (Subscription | LeavingSubscription)[],
): Awaited<ReturnType<SubscriptionStore['listAll']>> => {
  const followed: Subscription[] = [];
  const leaving: LeavingSubscription[] = [];
  for (const one of all)
    if ('job_id' in one) leaving.push(one);
    else followed.push(one);
  return { followed, leaving };
};

/** Returns the subscription of an item; null if a job is leaving it. @throws CorruptItemError */
export const subscriptionFromItem = (item: Item): Subscription | null =>
  isLeaving(item) ? null : fromItem(item);

/** The most readers whose subscriptions a process keeps: 2,000 of them take about 1 MB. */
const KEPT_READERS = 20;

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

/** The condition that no count was stored since the one of this version. A subscription of a former release has none. */
const isCountOf = (version: number): Expression => ({
  text: version === 0 ? 'attribute_not_exists(#version) OR #version = :version' : '#version = :version',
  names: { '#version': 'count_version' },
  values: { ':version': version },
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
    return item === null ? null : subscriptionFromItem(item);
  };
  const kept = createKeptRanges(table, { parse: parseEither, make: apart, most: KEPT_READERS });
  const listAll: SubscriptionStore['listAll'] = (userId) => kept(subscriptionsOf(userId));
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
    setCount: async (userId, feedId, { count_version, ...count }, lastReadAt) => {
      const update = setting({ ...count, count_version: count_version + 1, last_read_at: lastReadAt });
      const condition = and(isFollowed, isCountOf(count_version));
      const item = await table.update(subscriptionKey(userId, feedId), update, condition);
      return item === null ? null : fromItem(item);
    },
    delete: (userId, feedId) => deleteSubscription(table, userId, feedId),
    ...createPlaces(table, async (userId) => (await listAll(userId)).followed.length),
  };
};

const folderSchema = keyed.extend({ position: z.number() });

export const createFolderStore = (table: TableClient): FolderStore => ({
  positions: async (userId) =>
    new Map(
      (await table.queryAll(foldersOf(userId))).map((item) => {
        const { SK, position } = parseItem(folderSchema, item);
        return [idIn(SK), position];
      }),
    ),
  put: async ({ user_id: userId, name, position }) => {
    await table.put({ ...folderKey(userId, name), position });
  },
  delete: async (userId, name) => {
    await table.delete(folderKey(userId, name));
  },
});
