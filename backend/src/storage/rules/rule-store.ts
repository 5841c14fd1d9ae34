import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { StorageThrottledError } from '../../lib/storage-errors.ts';
import type { ReaderRules, RuleCounts, RuleStore } from '../../model/rules/rule.ts';
import { itemIsNew } from '../table/expressions.ts';
import { binary, decoding, keyed, parseItem } from '../table/items.ts';
import { ruleCountsKey, rulesKey } from '../table/keys.ts';
import type { Item, TableClient } from '../table/table.ts';
import { decodeHashes, decodeRules, encodeHashes, encodeRules } from './rules-codec.ts';

/** The most tries of a write. Each failed try means that another write of the same item succeeded. */
const ATTEMPTS = 20;
const LONGEST_PAUSE_MS = 20;

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

type WithRev<T> = { rev: number; value: T };

const rulesFromItem = (item: Item | null): WithRev<ReaderRules> => {
  if (item === null) return { rev: 0, value: { rules: [], asked: {} } };
  const parsed = parseItem(rulesSchema, item);
  const { rev, rules, asked } = parsed;
  return decoding(parsed, () => ({ rev, value: { rules: decodeRules(rules), asked } }));
};

const countsFromItem = (item: Item | null): WithRev<RuleCounts> => {
  if (item === null) return { rev: 0, value: { matched: {}, recent: [] } };
  const { rev, matched, recent } = parseItem(countsSchema, item);
  return { rev, value: { matched, recent: decodeHashes(recent) } };
};

const unchangedSince = (rev: number) =>
  rev === 0 ? itemIsNew : { text: '#rev = :rev', names: { '#rev': 'rev' }, values: { ':rev': rev } };

/**
 * Changes a value under optimistic locking. Returns what is stored then; null if others wrote it each time. `write`
 * returns false if the item is no longer of the revision.
 */
const changing = async <T>(
  read: () => Promise<WithRev<T>>,
  change: (value: T) => T | null,
  write: (value: T, rev: number) => Promise<boolean>,
): Promise<T | null> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { rev, value } = await read();
    const changed = change(value);
    if (changed === null) return value;
    if (await write(changed, rev)) return changed;
    await sleep(Math.random() * LONGEST_PAUSE_MS);
  }
  return null;
};

export const createRuleStore = (table: TableClient): RuleStore => {
  const readRules = async (userId: string) => rulesFromItem(await table.get(rulesKey(userId)));
  const readCounts = async (userId: string) => countsFromItem(await table.get(ruleCountsKey(userId)));
  return {
    get: async (userId) => (await readRules(userId)).value,
    change: async (userId, change) => {
      const write = ({ rules, asked }: ReaderRules, rev: number) =>
        table.put(
          { ...rulesKey(userId), rev: rev + 1, rules: encodeRules(rules), asked },
          unchangedSince(rev),
        );
      const stored = await changing(() => readRules(userId), change, write);
      if (stored !== null) return stored;
      throw new StorageThrottledError(`The rules of a reader were written by others ${ATTEMPTS} times over`);
    },
    getCounts: async (userId) => (await readCounts(userId)).value,
    changeCounts: async (userId, change) => {
      const write = ({ matched, recent }: RuleCounts, rev: number) =>
        table.put(
          { ...ruleCountsKey(userId), rev: rev + 1, matched, recent: encodeHashes(recent) },
          unchangedSince(rev),
        );
      return (await changing(() => readCounts(userId), change, write)) !== null;
    },
  };
};
