import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleArticleId, sampleEntry, sampleTime } from '../../test/storage-samples.ts';
import { createEntryStore } from '../storage/entry-store.ts';
import { createTableClient, type Item, type TableClient } from '../storage/table.ts';
import { sweepExpired } from './sweep-expired.ts';
import { LOCAL_TABLE, openLocalTable } from './table.ts';

const KILLS = 4;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'omomi-table-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const storesOn = (client: Parameters<typeof createTableClient>[0]['client']) => {
  const table = createTableClient({ client, tableName: LOCAL_TABLE });
  return { table, entries: createEntryStore(table) };
};

const indexRows = async (table: TableClient, index: 'by-time' | 'by-importance' | 'by-feed') => {
  const rows: Item[] = [];
  let after: Item | undefined;
  do {
    const page = await table.queryPage({ PK: 'USER#local', prefix: '', index, after });
    rows.push(...page.items);
    after = page.last;
  } while (after !== undefined);
  return rows;
};

describe('openLocalTable', () => {
  it('keeps what was written over a close, without a rebuild', async () => {
    const first = await openLocalTable(dataDir);
    await storesOn(first.client).entries.create(sampleEntry());
    await first.close();
    const rebuilds: number[] = [];
    const second = await openLocalTable(dataDir, { onRebuild: (items) => rebuilds.push(items) });
    expect(await storesOn(second.client).entries.get('local', sampleArticleId(1))).not.toBeNull();
    expect(rebuilds).toEqual([]);
    await second.close();
  });

  it(`survives SIGKILL under load, ${KILLS} times over: items and index rows agree`, async () => {
    for (let round = 0; round < KILLS; round += 1) {
      const child = fork(new URL('./table-kill.fixture.ts', import.meta.url), [dataDir, String(round)], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const exited = once(child, 'exit');
      await Promise.race([once(child, 'message'), exited]);
      child.kill('SIGKILL');
      await exited;
    }
    const rebuilds: number[] = [];
    const local = await openLocalTable(dataDir, { onRebuild: (items) => rebuilds.push(items) });
    const { table } = storesOn(local.client);
    const items = await table.queryAll({ PK: 'USER#local', prefix: 'ENTRY#' });
    expect(items.length).toBeGreaterThan(KILLS * 150);
    expect(rebuilds.at(-1)).toBe(items.length);
    for (const [index, attribute] of [
      ['by-time', 'by_time'],
      ['by-importance', 'by_importance'],
      ['by-feed', 'by_feed'],
    ] as const) {
      const rows = await indexRows(table, index);
      const pairs = (list: Item[]) =>
        list.map((item) => `${String(item['SK'])} ${String(item[attribute])}`).toSorted();
      expect(pairs(rows)).toEqual(pairs(items));
    }
    await local.close();
  });

  it.each(['before the swap', 'between its two renames', 'behind them'])(
    'a rebuild that was cut %s does no harm',
    async (where) => {
      const first = await openLocalTable(dataDir);
      await storesOn(first.client).entries.create(sampleEntry());
      await first.close();
      writeFileSync(join(dataDir, 'table.open'), '');
      const [table, old, rebuilt] = ['table', 'table.old', 'table.rebuilt'].map((name) =>
        join(dataDir, name),
      );
      mkdirSync(rebuilt!);
      if (where === 'between its two renames') renameSync(table!, old!);
      if (where === 'behind them') renameSync(rebuilt!, old!);
      const second = await openLocalTable(dataDir);
      expect(await storesOn(second.client).entries.get('local', sampleArticleId(1))).not.toBeNull();
      await second.close();
      expect([existsSync(old!), existsSync(rebuilt!)]).toEqual([false, false]);
    },
  );
});

describe('sweepExpired', () => {
  it('deletes what has outlived its ttl, with its blob, and nothing else', async () => {
    const local = await openLocalTable(dataDir);
    const { table, entries } = storesOn(local.client);
    await entries.create(sampleEntry({ article_id: sampleArticleId(1), expires_at: sampleTime(10) }));
    await entries.create(sampleEntry({ article_id: sampleArticleId(2), expires_at: sampleTime(12) }));
    await entries.create(
      sampleEntry({ article_id: sampleArticleId(3), expires_at: sampleTime(1), is_read: true }),
    );
    await table.put({ PK: 'ARTICLE#1', SK: 'FEED#1', blob: 'articles/1/1', ttl: 1 });
    const blobs: string[] = [];
    const sweep = () =>
      sweepExpired(
        local.client,
        LOCAL_TABLE,
        new Date(sampleTime(11)),
        async (name) => void blobs.push(name),
      );
    expect(await sweep()).toBe(2);
    expect(await sweep()).toBe(0);
    expect(blobs).toEqual(['articles/1/1']);
    const left = await entries.scan('local', null, 10);
    expect(left.map(({ article_id }) => article_id)).toEqual([sampleArticleId(2), sampleArticleId(3)]);
    expect(await indexRows(table, 'by-time')).toHaveLength(2);
    await local.close();
  });
});
