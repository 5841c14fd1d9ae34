import { describe, expect, it } from 'vitest';
import type { MachineText } from '../../../../src/model/text/text-model.ts';
import { createMachineTextStore } from '../../../../src/storage/machine-text-store.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { memoryBlobs, sampleArticleId, sampleTime } from '../../../harness/samples/storage-samples.ts';

let next = 80_000;
const newKey = () => ({ article_id: sampleArticleId((next += 1)), version: 'a'.repeat(32) });
const ttl = 2_000_000_000;
const text = (paragraphs: string[] = ['No ferry.', 'Nobody was told.']): MachineText => ({
  kind: 'translation',
  paragraphs,
  model: 'test-model',
  made_at: sampleTime(3),
  cost: 1234,
  ttl,
});
const claim = (owner: string, now: number, until: number) => ({
  owner,
  now: sampleTime(now),
  until: sampleTime(until),
  ttl,
});

/** The behaviour of this store that every engine must show. */
export const machineTextStoreContract = (table: () => TableClient): void => {
  const open = () => {
    const { store, files } = memoryBlobs();
    return { texts: createMachineTextStore(table(), store), files };
  };

  describe('texts of a model', () => {
    it('are stored and read by version, large ones in a blob without which they are not there', async () => {
      const { texts, files } = open();
      const [small, large] = [newKey(), newKey()];
      const noise = Array.from({ length: 30_000 }, (_, at) => ((at * 7919) % 65_521).toString(36)).join(' ');
      await texts.put(small, text());
      await texts.put(large, text([noise]));
      expect(await texts.get(small, sampleTime(0))).toEqual(text());
      expect(await texts.get({ ...small, version: 'b'.repeat(32) }, sampleTime(0))).toBeNull();
      expect(await texts.get(large, sampleTime(0))).toEqual(text([noise]));
      expect(files.size).toBe(1);
      files.clear();
      expect(await texts.get(large, sampleTime(0))).toBeNull();
      // It is made anew.
      expect(await texts.claim(large, claim('a', 0, 2))).toBe(true);
    });

    it('are claimed by one of several, until the claim ends, is given back, or the text is there', async () => {
      const { texts } = open();
      const key = newKey();
      const claims = await Promise.all(['a', 'b', 'c'].map((owner) => texts.claim(key, claim(owner, 0, 2))));
      expect(claims.filter(Boolean)).toHaveLength(1);
      const holder = ['a', 'b', 'c'][claims.indexOf(true)]!;
      expect(await texts.get(key, sampleTime(1))).toBe('claimed');
      await texts.release(key, 'other');
      expect(await texts.claim(key, claim('d', 1, 3))).toBe(false);
      await texts.release(key, holder);
      expect(await texts.get(key, sampleTime(1))).toBeNull();
      expect(await texts.claim(key, claim('d', 1, 3))).toBe(true);
      expect(await texts.get(key, sampleTime(3))).toBeNull();
      expect(await texts.claim(key, claim('e', 3, 5))).toBe(true);
      await texts.put(key, text());
      expect(await texts.claim(key, claim('f', 9, 10))).toBe(false);
      await texts.release(key, 'e');
      expect(await texts.get(key, sampleTime(9))).toEqual(text());
    });

    it('have a cost by month, which a limit bounds', async () => {
      const { texts } = open();
      const month = `month-${(next += 1)}`;
      expect(await texts.costOf(month)).toBe(0);
      expect(await texts.addCost(month, 11, { limit: 10, ttl })).toBe(false);
      const added = await Promise.all(
        [6, 6, 4].map((cost) => texts.addCost(month, cost, { limit: 10, ttl })),
      );
      expect(added.filter(Boolean).length).toBeGreaterThan(0);
      const sum = await texts.costOf(month);
      expect([6, 10]).toContain(sum);
      expect(await texts.addCost(month, 20, { ttl })).toBe(true);
      expect(await texts.addCost(month, -5, { ttl })).toBe(true);
      expect(await texts.costOf(month)).toBe(sum + 15);
      expect(await texts.costOf(`${month}-other`)).toBe(0);
    });
  });
};
