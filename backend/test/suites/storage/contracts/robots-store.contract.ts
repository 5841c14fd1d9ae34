import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RobotsRecord } from '../../../../src/web/robots/ask-robots.ts';
import { CorruptItemError } from '../../../../src/storage/table/errors.ts';
import { robotsKey } from '../../../../src/storage/table/keys.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { createRobotsStore } from '../../../../src/storage/host-store.ts';

const at = '2026-03-01T08:00:00.000Z';

const sample = (changes: Partial<RobotsRecord> = {}): RobotsRecord => ({
  origin: `https://${randomUUID()}.example`,
  group: {
    rules: [
      { field: 'disallow', path: '/%E6%A4%9C%E7%B4%A2*' },
      { field: 'allow', path: '/' },
    ],
    crawl_delay_ms: 500,
    sitemaps: ['https://a.example/s.xml'],
  },
  asks_at: at,
  failure: null,
  redirects: [],
  ...changes,
});

/** The behaviour of this store that every engine must show. */
export const robotsStoreContract = (table: () => TableClient): void => {
  describe('robots.txt of origins', () => {
    it('is returned as it was put, one for each scheme, host and port', async () => {
      const robots = createRobotsStore(table());
      const first = sample();
      const other = sample({ origin: first.origin.replace('https', 'http'), group: null });
      const third = sample({
        origin: `${first.origin}:8443`,
        failure: { message: 'It is down.', count: 2, since: at, is_retried: true },
        redirects: [{ status: 301, url: 'https://www.a.example/robots.txt' }],
      });
      expect(await robots.get(first.origin)).toBeNull();
      for (const record of [first, other, third]) expect(await robots.put(record)).toBe(true);
      for (const record of [first, other, third]) expect(await robots.get(record.origin)).toEqual(record);
      const empty = { ...first, group: { rules: [], crawl_delay_ms: null, sitemaps: [] } };
      await robots.put(empty);
      expect(await robots.get(first.origin)).toEqual(empty);
    });

    it('is kept for 35 days after it was to be asked again', async () => {
      const record = sample();
      await createRobotsStore(table()).put(record);
      const item = await table().get(robotsKey(record.origin));
      expect(item?.['ttl']).toBe(Date.parse(at) / 1000 + 35 * 86_400);
    });

    it('with many rules fits, and is not stored if it cannot be compressed enough', async () => {
      const robots = createRobotsStore(table());
      const rules = Array.from({ length: 30_000 }, (_, number) => ({
        field: 'disallow' as const,
        path: `/path/to/page/${number}`,
      }));
      const many = sample({ group: { rules, crawl_delay_ms: null, sitemaps: [] } });
      expect(await robots.put(many)).toBe(true);
      expect(await robots.get(many.origin)).toEqual(many);
      const path = `/${randomBytes(450_000).toString('base64url')}`;
      const noise = sample({
        group: { rules: [{ field: 'disallow', path }], crawl_delay_ms: null, sitemaps: [] },
      });
      expect(await robots.put(noise)).toBe(false);
      expect(await robots.get(noise.origin)).toBeNull();
    });

    it('is reported as corrupt if it cannot be read', async () => {
      const record = sample();
      const robots = createRobotsStore(table());
      await table().put({ ...robotsKey(record.origin), ...record, group: new Uint8Array([1, 2, 3]) });
      await expect(robots.get(record.origin)).rejects.toThrow(CorruptItemError);
      await table().put({ ...robotsKey(record.origin), origin: record.origin });
      await expect(robots.get(record.origin)).rejects.toThrow(/ROBOTS#https.*asks_at/s);
    });
  });
};
