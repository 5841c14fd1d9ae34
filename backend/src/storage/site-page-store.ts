import pMap from 'p-map';
import { z } from 'zod';
import { fullTextFailure } from '../contract/index.ts';
import type { BlobStore } from '../model/article/article.ts';
import { type FeedPagesStore, SAMPLES } from '../model/text/text-mode.ts';
import type { SitePage, SitePageStore, PageText } from '../model/text/full-text.ts';
import { contentAttributes, createContentCodec, type CompressionEffort } from './blobs/content-codec.ts';
import { CorruptItemError } from './table/errors.ts';
import { setting, type Expression } from './table/queries.ts';
import { absentAsNull, itemSize, keyed, parseItem } from './table/items.ts';
import { sitePageBlobName, sitePageKey, idIn, feedPagesKey } from './table/keys.ts';
import type { Item, TableClient } from './table/table.ts';

/** The number of texts unpacked at once. */
const bounded = { concurrency: 4 };

const pageSchema = keyed.extend({
  /** Absent if nothing is known but the page of another article. */
  state: z.enum(['unasked', 'asked', 'taken', 'failed']).default('unasked'),
  reason: absentAsNull(fullTextFailure),
  at: z.string().default(''),
  site: absentAsNull(z.string()),
  reading_minutes: absentAsNull(z.int().min(1)),
  same_as: z.array(z.string()).default([]),
  named_by: absentAsNull(z.string()),
  ttl: z.int(),
  ...contentAttributes,
});

/** Returns the condition that the state is the one that was reached at this time; empty if none was. */
const stateIsOf = (at: string): Expression =>
  at === ''
    ? { text: 'attribute_not_exists(#at)', names: { '#at': 'at' } }
    : { text: '#at = :at', names: { '#at': 'at' }, values: { ':at': at } };

const noClaim = { claimed_by: null, claimed_until: null };

/** Returns the condition that nobody else has a claim at this time. */
const isFreeFor = (owner: string, now: string): Expression => ({
  text: 'attribute_not_exists(#by) OR #by = :me OR #until <= :now',
  names: { '#by': 'claimed_by', '#until': 'claimed_until' },
  values: { ':me': owner, ':now': now },
});

type StoredPage = z.output<typeof pageSchema>;

/** Creates the functions that turn the text of a page into attributes, a large one into a blob, and back. */
const createTextCodec = (blobs: BlobStore, effort: CompressionEffort | undefined) => {
  const codec = createContentCodec(blobs, effort);
  return {
    pack: async (
      { article_id, ttl }: Pick<SitePage, 'article_id' | 'ttl'>,
      text: PageText,
      others: Item,
    ): Promise<Item> => {
      const { summary, content, author } = text;
      const body = { summary, content, author, enclosures: [], categories: [] };
      const name = sitePageBlobName(article_id, ttl);
      return codec.pack(name, body, itemSize(others) + 'content'.length);
    },
    /** Returns null if there is none, or if its blob was deleted: then the article has the feed's text again. */
    unpack: async (stored: StoredPage): Promise<PageText | null> => {
      if (stored.state !== 'taken') return null;
      try {
        const { summary, content, author } = await codec.unpack(stored);
        return { summary, content, author, reading_minutes: stored.reading_minutes };
      } catch (error) {
        if (error instanceof CorruptItemError && stored.blob !== undefined) return null;
        throw error;
      }
    },
  };
};

/** Creates the store of the articles' pages. `effort` applies to the compression of their texts. */
export const createSitePageStore = (
  table: TableClient,
  blobs: BlobStore,
  effort?: CompressionEffort,
): SitePageStore => {
  const { pack, unpack } = createTextCodec(blobs, effort);
  const fromItem = async (item: Item): Promise<SitePage> => {
    const stored = parseItem(pageSchema, item);
    const { PK, reason, at, site, same_as, named_by, ttl } = stored;
    const text = await unpack(stored);
    const state = stored.state === 'taken' && text === null ? 'unasked' : stored.state;
    return { article_id: idIn(PK), state, reason, at, site, text, same_as, named_by, ttl };
  };
  return {
    get: async (articleId) => {
      const item = await table.get(sitePageKey(articleId));
      return item === null ? null : fromItem(item);
    },
    getMany: async (articleIds) =>
      pMap(
        articleIds.length === 0 ? [] : await table.batchGet(articleIds.map(sitePageKey)),
        fromItem,
        bounded,
      ),
    claim: async (articleId, { owner, now, until, ttl }) => {
      const change = setting({ claimed_by: owner, claimed_until: until }, { ttl });
      return (await table.update(sitePageKey(articleId), change, isFreeFor(owner, now))) !== null;
    },
    put: async (page) => {
      const { article_id, state, reason, at, site, text, same_as, ttl } = page;
      const head = {
        state,
        reason,
        at,
        site,
        reading_minutes: text?.reading_minutes ?? null,
        same_as: same_as.length === 0 ? null : same_as,
        ttl,
      };
      const packed = text === null ? {} : await pack(page, text, head);
      await table.update(
        sitePageKey(article_id),
        setting({ ...head, content: null, blob: null, ...packed, ...noClaim }),
      );
    },
    ask: async (articleId, { at, seen_at, ttl }) => {
      const change = setting({ state: 'asked', at, reason: null }, { ttl });
      await table.update(sitePageKey(articleId), change, stateIsOf(seen_at));
    },
    noteSame: async (articleId, otherId, ttl) => {
      const item = await table.update(sitePageKey(articleId), setting({}, { named_by: otherId, ttl }));
      return item === null ? otherId : (parseItem(pageSchema, item).named_by ?? otherId);
    },
  };
};

const feedPagesSchema = keyed.extend({
  /** Samples by article_id, in thousandths. */
  samples: z.record(z.string(), z.number()).default({}),
  /** Number of changes of the samples. */
  sample_rev: z.int().default(0),
});

/** Number of attempts at a write that others may change in between. */
const ATTEMPTS = 5;

const counting: Expression = { text: 'ADD #asked :one', names: { '#asked': 'asked' }, values: { ':one': 1 } };

const isBelow = (day: number, limit: number): Expression => ({
  text: '#day = :day AND #asked < :limit',
  names: { '#day': 'day', '#asked': 'asked' },
  values: { ':day': day, ':limit': limit },
});

const isOtherDay = (day: number): Expression => ({
  text: 'attribute_not_exists(#day) OR #day < :day',
  names: { '#day': 'day' },
  values: { ':day': day },
});

const revisionIs = (revision: number): Expression =>
  revision === 0
    ? { text: 'attribute_not_exists(#rev)', names: { '#rev': 'sample_rev' } }
    : { text: '#rev = :seen', names: { '#rev': 'sample_rev' }, values: { ':seen': revision } };

/** Creates the store of what is known of the pages of a feed's articles. */
export const createFeedPagesStore = (table: TableClient): FeedPagesStore => {
  const read = async (feedId: string) => {
    const item = await table.get(feedPagesKey(feedId));
    const { samples = {}, sample_rev = 0 } = item === null ? {} : parseItem(feedPagesSchema, item);
    return { samples: new Map(Object.entries(samples)), revision: sample_rev };
  };
  return {
    takeRequest: async (feedId, day, limit) => {
      const key = feedPagesKey(feedId);
      if ((await table.update(key, counting, isBelow(day, limit))) !== null) return true;
      if ((await table.update(key, setting({ day, asked: 1 }), isOtherDay(day))) !== null) return limit > 0;
      // Another request may have begun the day meanwhile.
      return (await table.update(key, counting, isBelow(day, limit))) !== null;
    },
    samples: async (feedId) => (await read(feedId)).samples,
    addSample: async (feedId, articleId, permille) => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const { samples, revision } = await read(feedId);
        if (samples.has(articleId) || samples.size >= SAMPLES) return samples;
        samples.set(articleId, permille);
        const change = setting({ samples: Object.fromEntries(samples), sample_rev: revision + 1 });
        if ((await table.update(feedPagesKey(feedId), change, revisionIs(revision))) !== null) return samples;
      }
      throw new Error(`The samples of feed ${feedId} changed under ${ATTEMPTS} attempts in a row`);
    },
  };
};
