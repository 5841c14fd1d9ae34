import { z } from 'zod';
import { type FeedPagesStore, SAMPLES } from '../../model/text/text-mode.ts';
import { setting, type Expression } from '../table/expressions.ts';
import { keyed, parseItem } from '../table/items.ts';
import { feedPagesKey } from '../table/keys.ts';
import type { TableClient } from '../table/table.ts';

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
