import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleArticleId, sampleEntry, sampleTime } from '../../../test/harness/samples/storage-samples.ts';
import { createEntryStore } from '../../storage/entries/entry-store.ts';
import { createTableClient, type Item, type TableClient } from '../../storage/table/table.ts';
import { DataFolderError } from '../process/data-lock.ts';
import { tableFile } from '../table/schema.ts';
import { LOCAL_TABLE, sweepExpired } from '../table/local-table.ts';
import { openLocalTable } from './open-local-table.ts';

const KILLS = 4;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'omomi-table-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const storesOn = ({ client }: { client: Parameters<typeof createTableClient>[0]['client'] }) => {
  const table = createTableClient({ client, tableName: LOCAL_TABLE });
  return { table, entries: createEntryStore(table) };
};

const indexRows = async (table: TableClient, index: 'by-time' | 'by-importance' | 'by-feed') => {
  const rows: Item[] = [];
  for (let after: Item | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const page = await table.queryPage({ PK: 'USER#local', prefix: '', index, after });
    rows.push(...page.items);
    after = page.last;
  }
  return rows;
};

/** Changes the last byte of this text everywhere in the file. */
const damage = (path: string, text: string): void => {
  const bytes = readFileSync(path);
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1))
    bytes[at + text.length - 1] = (bytes[at + text.length - 1] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};

describe('openLocalTable', () => {
  it('keeps its items after a close, and records that it was closed', async () => {
    const first = await openLocalTable(dataDir);
    await storesOn(first).entries.create(sampleEntry());
    first.close();
    const second = await openLocalTable(dataDir);
    expect(await storesOn(second).entries.get('local', sampleArticleId(1))).not.toBeNull();
    expect([first.wasCutOff, second.wasCutOff]).toEqual([false, false]);
    second.close();
  });

  it(`has consistent items and index rows after ${KILLS} kills under load`, { tags: ['long'] }, async () => {
    for (let round = 0; round < KILLS; round += 1) {
      const child = fork(
        new URL('../../../test/harness/kills/table-kill.fixture.ts', import.meta.url),
        [dataDir, String(round)],
        {
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        },
      );
      const exited = once(child, 'exit');
      await Promise.race([once(child, 'message'), exited]);
      child.kill('SIGKILL');
      await exited;
    }
    const local = await openLocalTable(dataDir);
    expect(local.wasCutOff).toBe(true);
    const { table } = storesOn(local);
    const items = await table.queryAll({ PK: 'USER#local', prefix: 'ENTRY#' });
    expect(items.length).toBeGreaterThan(KILLS * 150);
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
    local.close();
  });

  it('makes the file readable by its owner only', async () => {
    const table = await openLocalTable(join(dataDir, 'made'));
    await storesOn(table).entries.create(sampleEntry());
    const folder = join(dataDir, 'made');
    const modes = ['', ...readdirSync(folder)].map((name) => statSync(join(folder, name)).mode & 0o077);
    expect(modes.length).toBeGreaterThan(1);
    expect(modes.filter((mode) => mode !== 0)).toEqual([]);
    table.close();
  });

  it('keeps a table of the former format, says what to do, and starts a new one on request', async () => {
    mkdirSync(join(dataDir, 'table'));
    writeFileSync(join(dataDir, 'table', 'CURRENT'), 'MANIFEST-000001\n');
    const refused = openLocalTable(dataDir);
    await expect(refused).rejects.toThrow(DataFolderError);
    await expect(refused).rejects.toThrow(/export them.*--new-table.*import/s);
    expect(readdirSync(dataDir)).toEqual(['table']);
    const table = await openLocalTable(dataDir, { isNewWanted: true });
    table.close();
    expect(readFileSync(join(dataDir, 'table', 'CURRENT'), 'utf8')).toBe('MANIFEST-000001\n');
    (await openLocalTable(dataDir)).close();
  });

  it.each([
    ['its journal', 'table.sqlite-wal'],
    ['messages', 'queues/score.jsonl'],
    ['contents', 'blobs/articles/1'],
    ['copies', 'backups/table-2026-11-21.sqlite'],
    ['the times of its schedule', 'schedule.json'],
  ])(
    'refuses a folder that has %s, but no table, changes nothing, and begins one on request',
    async (_, name) => {
      const path = join(dataDir, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, 'kept');
      const refused = openLocalTable(dataDir);
      await expect(refused).rejects.toThrow(DataFolderError);
      await expect(refused).rejects.toThrow(
        /table\.sqlite is missing.*put it back.*npm run restore.*--new-table/,
      );
      expect(
        readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((e) => e.isFile()),
      ).toHaveLength(1);
      (await openLocalTable(dataDir, { isNewWanted: true })).close();
      (await openLocalTable(dataDir)).close();
      const kept = readdirSync(dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name: file }) => readFileSync(join(parentPath, file), 'utf8'));
      expect(kept.filter((text) => text === 'kept')).toHaveLength(1);
    },
  );

  it('loses nothing if its file is moved away after a kill, and put back', async () => {
    const child = fork(
      new URL('../../../test/harness/kills/table-kill.fixture.ts', import.meta.url),
      [dataDir, '0'],
      {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    );
    const exited = once(child, 'exit');
    await Promise.race([once(child, 'message'), exited]);
    child.kill('SIGKILL');
    await exited;
    renameSync(tableFile(dataDir), join(dataDir, 'moved'));
    await expect(openLocalTable(dataDir)).rejects.toThrow(
      /is missing, though table\.sqlite-wal of it is there/,
    );
    renameSync(join(dataDir, 'moved'), tableFile(dataDir));
    const local = await openLocalTable(dataDir);
    const items = await storesOn(local).table.queryAll({ PK: 'USER#local', prefix: 'ENTRY#' });
    expect(items.length).toBeGreaterThan(150);
    local.close();
  });

  it('says in words that a folder is where its file belongs', async () => {
    mkdirSync(tableFile(dataDir));
    const opened = openLocalTable(dataDir);
    await expect(opened).rejects.toThrow(DataFolderError);
    await expect(opened).rejects.toThrow(
      /table\.sqlite cannot be written: a folder is where a file belongs$/,
    );
  });

  it('names the file and the remedy if the file is not a table', async () => {
    writeFileSync(tableFile(dataDir), 'not a database, but long enough to have a header of one'.repeat(100));
    const opened = openLocalTable(dataDir);
    await expect(opened).rejects.toMatchObject({ name: 'StorageDamagedError' });
    await expect(opened).rejects.toThrow(/table\.sqlite is damaged.*npm run restore/);
  });

  it('reports an item with a changed byte, and returns the others', async () => {
    const first = await openLocalTable(dataDir);
    const { entries } = storesOn(first);
    await entries.create(sampleEntry({ article_id: sampleArticleId(1), title: 'A title to damage' }));
    await entries.create(sampleEntry({ article_id: sampleArticleId(2) }));
    first.close();
    damage(tableFile(dataDir), 'A title to damage');
    const second = await openLocalTable(dataDir);
    const damaged = storesOn(second).entries;
    await expect(damaged.get('local', sampleArticleId(1))).rejects.toMatchObject({
      name: 'StorageDamagedError',
    });
    expect(await damaged.get('local', sampleArticleId(2))).not.toBeNull();
    second.close();
  });
});

describe('sweepExpired', () => {
  it('deletes expired items with their blobs, and nothing else', async () => {
    const local = await openLocalTable(dataDir);
    const { table, entries } = storesOn(local);
    await entries.create(sampleEntry({ article_id: sampleArticleId(1), expires_at: sampleTime(10) }));
    await entries.create(sampleEntry({ article_id: sampleArticleId(2), expires_at: sampleTime(12) }));
    await entries.create(
      sampleEntry({ article_id: sampleArticleId(3), expires_at: sampleTime(1), is_read: true }),
    );
    await table.put({ PK: 'ARTICLE#1', SK: 'FEED#1', blob: 'articles/1/1', ttl: 1 });
    const blobs: string[] = [];
    const sweep = () => sweepExpired(local, new Date(sampleTime(11)), async (name) => void blobs.push(name));
    expect(await sweep()).toBe(2);
    expect(await sweep()).toBe(0);
    expect(blobs).toEqual(['articles/1/1']);
    const left = await entries.scan('local', null, 10);
    expect(left.map(({ article_id }) => article_id)).toEqual([sampleArticleId(2), sampleArticleId(3)]);
    expect(await indexRows(table, 'by-time')).toHaveLength(2);
    local.close();
  });
});
