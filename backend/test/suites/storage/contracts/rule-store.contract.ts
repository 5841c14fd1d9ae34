import { describe, expect, it } from 'vitest';
import { uniqueUser } from '../../../harness/samples/storage-samples.ts';
import type { StoredRule } from '../../../../src/model/rules/rule.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { createRuleStore } from '../../../../src/storage/rule-store.ts';

const sample = (name: string): StoredRule => ({
  rule_id: '0123456789ab',
  name,
  conditions: [
    { field: 'title', is_not: false, any_of: ['広告', '"in quotes"', 'sponsor*'] },
    { field: 'length', is_not: true, at_least: null, at_most: 2 },
  ],
  effects: { mute: false, save: true, read: false, factor: 0.25, tags: ['宣伝'], goes_after_hours: 48 },
  stops: true,
  is_active: false,
  created_at: '2026-03-01T08:00:00.000Z',
});

/** The behaviour of this store that every engine must show. */
export const ruleStoreContract = (table: () => TableClient): void => {
  describe('rules', () => {
    it('are none at first, and come back as they were stored', async () => {
      const store = createRuleStore(table());
      const user_id = uniqueUser();
      expect(await store.get(user_id)).toEqual({ rules: [], asked: {} });
      const rules = Array.from({ length: 100 }, (_, at) => sample(`Rule ${at}`));
      await store.change(user_id, () => ({ rules, asked: { '0123456789ab': '2026-03-01T08:00:00.000Z' } }));
      expect(await store.get(user_id)).toEqual({
        rules,
        asked: { '0123456789ab': '2026-03-01T08:00:00.000Z' },
      });
      await store.change(user_id, () => null);
      await store.change(user_id, (stored) => ({ ...stored, asked: {} }));
      expect(await store.get(user_id)).toEqual({ rules, asked: {} });
    });

    it('lose none of several changes at once', async () => {
      const store = createRuleStore(table());
      const user_id = uniqueUser();
      await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          store.change(user_id, ({ rules, asked }) => ({ rules: [...rules, sample(`${at}`)], asked })),
        ),
      );
      expect((await store.get(user_id)).rules.map(({ name }) => name).toSorted()).toEqual([
        '0',
        '1',
        '2',
        '3',
        '4',
        '5',
      ]);
    });

    it('have counts of their own', async () => {
      const store = createRuleStore(table());
      const user_id = uniqueUser();
      expect(await store.getCounts(user_id)).toEqual({ matched: {}, recent: [] });
      const counts = {
        matched: { '0123456789ab': { count: 3, last_at: '2026-03-01T08:00:00.000Z' } },
        recent: ['00ff00ff00ff', 'abcdef012345'],
      };
      expect(await store.changeCounts(user_id, () => counts)).toBe(true);
      expect(await store.getCounts(user_id)).toEqual(counts);
    });
  });
};
