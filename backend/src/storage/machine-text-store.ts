import { z } from 'zod';
import { machineKind } from '../contract/index.ts';
import type { BlobStore } from '../model/article/article.ts';
import type { MachineText, MachineTextStore } from '../model/text/text-model.ts';
import { contentAttributes, createContentCodec, type CompressionEffort } from './blobs/content-codec.ts';
import { CorruptItemError } from './table/errors.ts';
import { itemSize, keyed, parseItem } from './table/items.ts';
import { machineTextBlobName, machineTextKey, textModelMonthKey, timeToLiveAttribute } from './table/keys.ts';
import { setting, type Expression } from './table/queries.ts';
import type { Item, TableClient } from './table/table.ts';

const claimSchema = keyed.extend({ claimed_by: z.string(), claimed_until: z.string() });
const madeSchema = keyed.extend({
  kind: machineKind,
  model: z.string(),
  made_at: z.string(),
  cost: z.int().min(0),
  ttl: z.int(),
  ...contentAttributes,
});
const paragraphsSchema = z.array(z.string());
const monthSchema = keyed.extend({ cost: z.int() });

const isOf = (owner: string): Expression => ({
  text: '#by = :me',
  names: { '#by': 'claimed_by' },
  values: { ':me': owner },
});

/** Returns the condition that there is neither a text nor a claim that lasts at this time. */
const isFree = (now: string): Expression => ({
  text: 'attribute_not_exists(#made) AND (attribute_not_exists(#until) OR #until <= :now)',
  names: { '#made': 'made_at', '#until': 'claimed_until' },
  values: { ':now': now },
});

/** Creates the functions that add up the cost of each month. */
const createCosts = (table: TableClient): Pick<MachineTextStore, 'costOf' | 'addCost'> => ({
  costOf: async (month) => {
    const item = await table.get(textModelMonthKey(month));
    return item === null ? 0 : parseItem(monthSchema, item).cost;
  },
  addCost: async (month, cost, { limit, ttl }) => {
    if (limit !== undefined && cost > limit) return false;
    const change: Expression = {
      text: 'SET #ttl = :ttl ADD #cost :cost',
      names: { '#cost': 'cost', '#ttl': timeToLiveAttribute },
      values: { ':cost': cost, ':ttl': ttl },
    };
    const fits: Expression | undefined =
      limit === undefined
        ? undefined
        : {
            text: 'attribute_not_exists(#cost) OR #cost <= :room',
            names: { '#cost': 'cost' },
            values: { ':room': limit - cost },
          };
    return (await table.update(textModelMonthKey(month), change, fits)) !== null;
  },
});

/** Creates the store of what a model made of articles, and of what it cost by month. */
export const createMachineTextStore = (
  table: TableClient,
  blobs: BlobStore,
  effort?: CompressionEffort,
): MachineTextStore => {
  const codec = createContentCodec(blobs, effort);
  const fromItem = async (item: Item): Promise<MachineText | null> => {
    const { PK: _, SK: __, content, blob, ...fields } = parseItem(madeSchema, item);
    try {
      const stored = await codec.unpack({ ...parseItem(keyed, item), content, blob });
      return { ...fields, paragraphs: paragraphsSchema.parse(JSON.parse(stored.content)) };
    } catch (error) {
      // Its blob was deleted, so it is made again.
      if (error instanceof CorruptItemError && blob !== undefined) return null;
      throw error;
    }
  };
  return {
    get: async (key, now) => {
      const item = await table.get(machineTextKey(key));
      if (item === null) return null;
      if (item['made_at'] !== undefined) {
        const text = await fromItem(item);
        if (text === null) await table.delete(machineTextKey(key));
        return text;
      }
      return parseItem(claimSchema, item).claimed_until > now ? 'claimed' : null;
    },
    claim: async (key, { owner, now, until, ttl }) => {
      const change = setting({ claimed_by: owner, claimed_until: until, ttl });
      return (await table.update(machineTextKey(key), change, isFree(now))) !== null;
    },
    release: async (key, owner) => {
      await table.delete(machineTextKey(key), isOf(owner));
    },
    put: async (key, { paragraphs, ...fields }) => {
      const item = { ...machineTextKey(key), ...fields };
      const body = {
        summary: '',
        content: JSON.stringify(paragraphs),
        author: null,
        enclosures: [],
        categories: [],
      };
      const name = machineTextBlobName(key, fields.ttl);
      await table.put({ ...item, ...(await codec.pack(name, body, itemSize(item) + 'content'.length)) });
    },
    ...createCosts(table),
  };
};
