import { z } from 'zod';
import { createKeptItems } from './table/kept.ts';
import type { Item, TableClient } from './table/table.ts';
import {
  absentAsNull,
  absentAsFalse,
  compact,
  cutToBytes,
  fittedTitle,
  keyed,
  parseItem,
} from './table/items.ts';
import { feedErrorCode, textMode, textSource } from '../contract/index.ts';
import type { Feed, FeedStore } from '../model/feed/feed.ts';
import type { Push } from '../model/feed/hub.ts';
import { intervalAttributes, storedInterval, withStoredInterval } from './table/codecs.ts';
import { and, itemExists, itemIsNew, setting, type Expression } from './table/queries.ts';
import { feedKey, feedShards, feedsIn, idIn } from './table/keys.ts';

// Together with an address of 200 bytes these keep a feed under 1 KB.
const MESSAGE_BYTES = 120;
const HINT_BYTES = 100;
/** The longest stored address in bytes, the same as for an address that a reader may type. */
const ADDRESS_BYTES = 2048;

const leftOutCounts = [
  'unprocessable_items',
  'too_large_items',
  'over_limit_items',
  'over_limit_ever',
] as const;
const absentAsZero = z.int().min(0).default(0);

const pageSource = z.object({
  selectors: z.array(z.string()),
  shape: z.string().nullable().default(null),
  empty_fetches: z.int().min(0).default(0),
});

const newsletterMail = z.object({
  from: z.string(),
  unsubscribe: z.string().nullable(),
  spf: z.string().nullable(),
  dkim: z.string().nullable(),
});

const seconds = (time: string): string => Math.floor(Date.parse(time) / 1000).toString(36);
const time = (text: string): string => new Date(parseInt(text, 36) * 1000).toISOString();

/** Returns what a feed stores of its subscription: about 45 bytes, with times in whole seconds. */
const encodePush = ({ id, of, until, ask_at }: Push): string =>
  [id, of, seconds(ask_at), ...(until === null ? [] : [seconds(until)])].join('.');

const FORM = /^([\w-]{22})\.([0-9a-f]{8})\.([0-9a-z]{1,8})(?:\.([0-9a-z]{1,8}))?$/;

/** Reads what a feed stores; what cannot be read is no subscription. */
const decodePush = (stored: string | null): Push | null => {
  const [, id, of, askAt, until] = FORM.exec(stored ?? '') ?? [];
  if (id === undefined || of === undefined || askAt === undefined) return null;
  return { id, of, ask_at: time(askAt), until: until === undefined ? null : time(until) };
};

const feedSchema = keyed
  .omit({ PK: true })
  .extend({
    url: z.string(),
    is_private: absentAsFalse,
    title: z.string(),
    source: absentAsNull(pageSource),
    site_url: absentAsNull(z.string()),
    description: absentAsNull(z.string()),
    language: absentAsNull(z.string()),
    etag: absentAsNull(z.string()),
    last_modified: absentAsNull(z.string()),
    body_hash: absentAsNull(z.string()),
    fetch_status: z.enum(['active', 'stopped']),
    consecutive_errors: z.number().default(0),
    error_code: absentAsNull(feedErrorCode),
    error_message: absentAsNull(z.string()),
    is_asked_to_wait: absentAsFalse,
    failing_since: absentAsNull(z.string()),
    ...intervalAttributes,
    is_automatic_too: absentAsFalse,
    fetch_days: absentAsNull(z.string()),
    wanted_text: textMode.default('auto'),
    found_text: absentAsNull(textSource),
    next_fetch_at: absentAsNull(z.string()),
    claimed_by: absentAsNull(z.string()),
    last_fetched_at: absentAsNull(z.string()),
    last_success_at: absentAsNull(z.string()),
    feed_last_updated: absentAsNull(z.string()),
    newest_article_at: absentAsNull(z.string()),
    articles_per_week: absentAsNull(z.number()),
    unprocessable_items: absentAsZero,
    too_large_items: absentAsZero,
    over_limit_items: absentAsZero,
    over_limit_ever: absentAsZero,
    publisher_ttl_minutes: absentAsNull(z.number()),
    skip_hours: absentAsNull(z.array(z.int())),
    moved_to: absentAsNull(z.string()),
    moved_times: z.int().default(0),
    icon_hash: absentAsNull(z.string()),
    icon_checked_day: absentAsNull(z.int()),
    push: absentAsNull(z.string()),
    mail: absentAsNull(newsletterMail),
    created_at: z.string(),
  })
  .transform(({ SK, chosen_minutes, fetch_interval_minutes, push, ...feed }): Feed => ({
    feed_id: idIn(SK),
    ...feed,
    push: decodePush(push),
    ...storedInterval({ chosen_minutes, fetch_interval_minutes }),
  }));

const fromItem = (item: Item): Feed => parseItem(feedSchema, item);

const aliasOf = (item: Item): string | null =>
  typeof item['alias_of'] === 'string' ? item['alias_of'] : null;

/**
 * Cuts values that are too long. Validators and addresses are removed instead: a cut validator would never match again,
 * and a cut address would lead to another page.
 */
const fitted = (changes: Partial<Omit<Feed, 'feed_id'>>): Item => ({
  ...withStoredInterval(changes),
  ...(changes.title === undefined ? {} : { title: fittedTitle(changes.title) }),
  ...(isLonger(changes.site_url, ADDRESS_BYTES) ? { site_url: null } : {}),
  ...withoutZeros(changes),
  ...fittedDescription(changes),
  ...(changes.is_asked_to_wait === false ? { is_asked_to_wait: null } : {}),
  ...(changes.is_automatic_too === false ? { is_automatic_too: null } : {}),
  ...(changes.wanted_text === 'auto' ? { wanted_text: null } : {}),
  ...(typeof changes.error_message === 'string'
    ? { error_message: cutToBytes(changes.error_message, MESSAGE_BYTES) }
    : {}),
  ...(changes.push ? { push: encodePush(changes.push) } : {}),
  ...(isLonger(changes.etag, HINT_BYTES) ? { etag: null } : {}),
  ...(isLonger(changes.last_modified, HINT_BYTES) ? { last_modified: null } : {}),
});

/** The most bytes of a description, and of all texts of a document's feed together, which keeps a usual feed under 1 KB. */
const DESCRIPTION_BYTES = 200;
const TEXT_BYTES = 330;
const SHORTEST_DESCRIPTION = 40;

/** Returns as much of a description as the other texts that are written with it leave room for. */
const fittedDescription = (changes: Partial<Feed>): Item => {
  const { description, title, site_url, etag, last_modified } = changes;
  if (typeof description !== 'string') return {};
  const others = [title, site_url, etag, last_modified].map((text) => Buffer.byteLength(text ?? ''));
  const room = Math.min(DESCRIPTION_BYTES, TEXT_BYTES - others.reduce((sum, bytes) => sum + bytes, 0));
  if (Buffer.byteLength(description) <= room) return { description };
  return {
    description: room < SHORTEST_DESCRIPTION ? null : `${cutToBytes(description, room - 3).trimEnd()}…`,
  };
};

/** Returns the counts that are zero as null, so that they are not stored. */
const withoutZeros = (changes: Partial<Feed>): Item =>
  Object.fromEntries(leftOutCounts.filter((name) => changes[name] === 0).map((name) => [name, null]));

const isLonger = (text: string | null | undefined, bytes: number): boolean =>
  typeof text === 'string' && Buffer.byteLength(text) > bytes;

/** Returns the feed with this id, also under an id that it had before it moved. */
const getFeed = async (table: TableClient, feedId: string): Promise<Feed | null> => {
  const item = await table.get(feedKey(feedId));
  if (item === null) return null;
  const leadsTo = aliasOf(item);
  return leadsTo === null ? fromItem(item) : getFeed(table, leadsTo);
};

const isStill = (attribute: string, seen: string | null): Expression =>
  seen === null
    ? { text: 'attribute_not_exists(#seen)', names: { '#seen': attribute } }
    : { text: '#seen = :seen', names: { '#seen': attribute }, values: { ':seen': seen } };

const listWhere = async (table: TableClient, filter: Expression | undefined): Promise<Feed[]> => {
  const how = { is_consistent: false, ...(filter === undefined ? {} : { filter }) };
  const shards = await Promise.all(feedShards.map((shard) => table.queryAll(feedsIn(shard), how)));
  return shards
    .flat()
    .filter((item) => aliasOf(item) === null)
    .map(fromItem);
};

/** The most feeds that a process keeps, some 10 MB. */
const KEPT_FEEDS = 5000;

export const createFeedStore = (table: TableClient): FeedStore => {
  const get = (feedId: string): Promise<Feed | null> => getFeed(table, feedId);
  const kept = createKeptItems(table, { parse: fromItem, most: KEPT_FEEDS });
  const updateIf = async (feedId: string, condition: Expression, changes: Partial<Omit<Feed, 'feed_id'>>) => {
    const item = await table.update(feedKey(feedId), setting(fitted(changes)), and(itemExists, condition));
    return item === null ? null : fromItem(item);
  };
  return {
    create: async (feed) => {
      const { feed_id: feedId, ...attributes } = feed;
      const item = { ...feedKey(feedId), ...compact(fitted(attributes)) };
      if (await table.put(item, itemIsNew)) return fromItem(item);
      return (await get(feedId)) ?? feed;
    },
    get,
    getMany: (feedIds) => kept.getMany(feedIds.map(feedKey)),
    version: kept.version,
    listDue: (now) =>
      listWhere(table, {
        text: '#status = :active AND #due <= :now',
        names: { '#status': 'fetch_status', '#due': 'next_fetch_at' },
        values: { ':active': 'active', ':now': now },
      }),
    listAll: () => listWhere(table, undefined),
    claim: async (claim) => {
      const free = {
        text: '#due = :seen OR #holder = :me',
        names: { '#due': 'next_fetch_at', '#holder': 'claimed_by' },
        values: { ':seen': claim.seen_next_fetch_at, ':me': claim.claimed_by },
      };
      const taken = setting({
        next_fetch_at: claim.next_fetch_at,
        last_fetched_at: claim.now,
        claimed_by: claim.claimed_by,
        ...(claim.fetch_days === undefined ? {} : { fetch_days: claim.fetch_days }),
      });
      const item = await table.update(feedKey(claim.feed_id), taken, and(itemExists, free));
      return item === null ? null : fromItem(item);
    },
    putAlias: async (feedId, leadsTo) => {
      await table.put({ ...feedKey(feedId), alias_of: leadsTo }, itemIsNew);
    },
    update: async (feedId, changes) => {
      const update = setting(fitted(changes));
      if (update.text === '') return get(feedId);
      const item = await table.update(feedKey(feedId), update, itemExists);
      return item === null ? null : fromItem(item);
    },
    updateIfDueAt: (feedId, seen, changes) => updateIf(feedId, isStill('next_fetch_at', seen), changes),
    updateIfPushIs: (feedId, seen, changes) =>
      updateIf(feedId, isStill('push', seen === null ? null : encodePush(seen)), changes),
  };
};
