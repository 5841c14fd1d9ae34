import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { newRule, ruleId } from '../contract/index.ts';
import type { StoredRule, ReaderRules, RuleCounts, RuleStore } from '../model/rules/rule.ts';
import {
  changing,
  tryChanging,
  unchangedSince,
  type WithRev,
  binary,
  decoding,
  keyed,
  parseItem,
} from './table/items.ts';
import { ruleCountsKey, rulesKey } from './table/keys.ts';
import type { Item, TableClient } from './table/table.ts';

const storedRules = z.array(newRule.extend({ rule_id: ruleId, created_at: z.string() }));

/** Returns rules as compressed JSON. */
const encodeRules = (rules: readonly StoredRule[]): Uint8Array =>
  deflateRawSync(Buffer.from(JSON.stringify(rules)));

/** @throws Error if the bytes are not those of rules. */
const decodeRules = (bytes: Uint8Array): StoredRule[] =>
  storedRules.parse(JSON.parse(inflateRawSync(bytes).toString('utf8')));

/** Bytes of a hash. */
const HASH_BYTES = 6;

/** Returns hashes of 12 hex digits as their bytes, one after the other. */
const encodeHashes = (hashes: readonly string[]): Uint8Array => Buffer.from(hashes.join(''), 'hex');

const decodeHashes = (bytes: Uint8Array): string[] => {
  const digits = Buffer.from(bytes).toString('hex');
  return Array.from({ length: Math.floor(bytes.length / HASH_BYTES) }, (_, at) =>
    digits.slice(at * HASH_BYTES * 2, (at + 1) * HASH_BYTES * 2),
  );
};

const rulesSchema = keyed.extend({
  rev: z.int().min(1),
  rules: binary,
  asked: z.record(z.string(), z.string()).default({}),
});

const countsSchema = keyed.extend({
  rev: z.int().min(1),
  matched: z.record(z.string(), z.object({ count: z.int().min(0), last_at: z.string() })),
  recent: binary,
});

const storedRulesFrom = (item: Item | null): WithRev<ReaderRules> => {
  if (item === null) return { rev: 0, value: { rules: [], asked: {} } };
  const parsed = parseItem(rulesSchema, item);
  const { rev, rules, asked } = parsed;
  return decoding(parsed, () => ({ rev, value: { rules: decodeRules(rules), asked } }));
};

/** Returns the rules of an item; none without an item. @throws CorruptItemError */
export const rulesFromItem = (item: Item | null): ReaderRules => storedRulesFrom(item).value;

const countsFromItem = (item: Item | null): WithRev<RuleCounts> => {
  if (item === null) return { rev: 0, value: { matched: {}, recent: [] } };
  const { rev, matched, recent } = parseItem(countsSchema, item);
  return { rev, value: { matched, recent: decodeHashes(recent) } };
};

export const createRuleStore = (table: TableClient): RuleStore => {
  const readRules = async (userId: string) => storedRulesFrom(await table.get(rulesKey(userId)));
  const readCounts = async (userId: string) => countsFromItem(await table.get(ruleCountsKey(userId)));
  return {
    get: async (userId) => (await readRules(userId)).value,
    change: async (userId, change) => {
      const write = ({ rules, asked }: ReaderRules, rev: number) =>
        table.put(
          { ...rulesKey(userId), rev: rev + 1, rules: encodeRules(rules), asked },
          unchangedSince(rev),
        );
      return changing('The rules of a reader', () => readRules(userId), change, write);
    },
    getCounts: async (userId) => (await readCounts(userId)).value,
    changeCounts: async (userId, change) => {
      const write = ({ matched, recent }: RuleCounts, rev: number) =>
        table.put(
          { ...ruleCountsKey(userId), rev: rev + 1, matched, recent: encodeHashes(recent) },
          unchangedSince(rev),
        );
      return (await tryChanging(() => readCounts(userId), change, write)) !== null;
    },
  };
};
