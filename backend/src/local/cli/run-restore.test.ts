import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleArticleId, sampleEntry } from '../../../test/harness/samples/storage-samples.ts';
import { createEntryStore } from '../../storage/entries/entry-store.ts';
import { createTableClient } from '../../storage/table/table.ts';
import { lockDataFolder } from '../process/data-lock.ts';
import { runRestore } from './run-restore.ts';
import { checkRows } from '../table/copies/check-file.ts';
import { HAD_NO_ID, TABLE_ID, restoringFile, tableFile } from '../table/schema.ts';
import { takeSnapshot } from '../backup/snapshot.ts';
import { copyPath, listCopies, takeCopy } from '../table/copies/copies.ts';
import { LOCAL_TABLE } from '../table/local-table.ts';
import { openLocalTable } from '../data-folder/open-local-table.ts';

const DAY = 86_400_000;
const noon = new Date('2026-11-21T12:00:00.000Z');
const dayAfter = (days: number) => new Date(noon.getTime() + days * DAY);

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'omomi-copies-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const open = async () => {
  const table = await openLocalTable(dataDir);
  const entries = createEntryStore(createTableClient({ client: table.client, tableName: LOCAL_TABLE }));
  return {
    table,
    close: () => table.close(),
    add: (n: number, title = `Title ${n} of many`) =>
      entries.create(sampleEntry({ article_id: sampleArticleId(n), title })),
    ids: async () => (await entries.scan('local', null, 5000)).map(({ article_id }) => article_id).toSorted(),
  };
};
const idsUpTo = (count: number) => Array.from({ length: count }, (_, n) => sampleArticleId(n)).toSorted();

const restore = async (...args: string[]) => {
  let output = '';
  let errors = '';
  const code = await runRestore({
    args: [...args, '--data', dataDir],
    variables: {},
    write: (text) => (output += text),
    complain: (text) => (errors += text),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    now: () => dayAfter(2),
  });
  return { code, output, errors };
};

/** Changes the last byte of the text's first occurrence. */
const flip = (path: string, text: string) => {
  const bytes = readFileSync(path);
  const at = bytes.indexOf(text);
  if (at === -1) throw new Error(`${text} is not in ${path}`);
  bytes[at + text.length - 1] = (bytes[at + text.length - 1] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};

describe('the daily copy of the table', () => {
  it('is complete while the table is written to, and readable by its owner only', async () => {
    const world = await open();
    for (let n = 0; n < 300; n += 1) await world.add(n);
    let isCopied = false;
    const copying = takeCopy(world.table.rows, dataDir, noon).finally(() => (isCopied = true));
    let written = 300;
    while (!isCopied && written < 3000) await world.add(written++);
    const path = await copying;
    expect(written).toBeGreaterThan(300);
    expect(path).toBe(copyPath(dataDir, '2026-11-21'));
    expect(readdirSync(join(dataDir, 'backups'))).toEqual(['table-2026-11-21.sqlite']);
    expect([statSync(path ?? '').mode & 0o077, statSync(join(dataDir, 'backups')).mode & 0o077]).toEqual([
      0, 0,
    ]);
    expect(checkRows(path ?? '')).toBeNull();
    expect(await world.ids()).toEqual(idsUpTo(written));
    world.close();
  });

  it('is kept for seven days, with the newest copy of each day', async () => {
    const world = await open();
    await world.add(0);
    for (let day = 0; day < 9; day += 1) await takeCopy(world.table.rows, dataDir, dayAfter(day));
    await world.add(1);
    await takeCopy(world.table.rows, dataDir, dayAfter(8));
    const dates = (await listCopies(dataDir)).map(({ name }) => name);
    expect(dates).toHaveLength(8);
    expect([dates[0], dates.at(-1)]).toEqual(['2026-11-29', '2026-11-22']);
    world.close();
  });

  it('of a table that was lost is neither replaced nor deleted, however long the new one runs', async () => {
    const lost = await open();
    for (let n = 0; n < 20; n += 1) await lost.add(n);
    for (const day of [0, 1]) await takeCopy(lost.table.rows, dataDir, dayAfter(day));
    lost.close();
    rmSync(tableFile(dataDir));
    const table = await openLocalTable(dataDir, { isNewWanted: true });
    expect(await takeCopy(table.rows, dataDir, dayAfter(1))).toBeNull();
    for (let day = 2; day < 40; day += 1) await takeCopy(table.rows, dataDir, dayAfter(day));
    table.close();
    const dates = (await listCopies(dataDir)).map(({ name }) => name);
    expect(dates).toHaveLength(8 + 2);
    expect(dates.slice(-2)).toEqual(['2026-11-22', '2026-11-21']);
    expect((await restore('2026-11-22')).code).toBe(0);
    const again = await open();
    expect(await again.ids()).toEqual(idsUpTo(20));
    // The lost table is this one again, so that its old copies go.
    await takeCopy(again.table.rows, dataDir, dayAfter(40));
    expect((await listCopies(dataDir)).map(({ name }) => name)).not.toContain('2026-11-22');
    again.close();
  });

  it('of an earlier version counts as one of the table that it has become', async () => {
    const world = await open();
    await world.add(0);
    for (const name of [TABLE_ID, HAD_NO_ID])
      world.table.rows.database.prepare('DELETE FROM facts WHERE name = ?').run(name);
    await takeCopy(world.table.rows, dataDir, noon);
    world.close();
    const upgraded = await open();
    await takeCopy(upgraded.table.rows, dataDir, dayAfter(9));
    expect((await listCopies(dataDir)).map(({ name }) => name)).toEqual(['2026-11-30']);
    upgraded.close();
  });

  it('leaves no partial file when it is interrupted', async () => {
    const world = await open();
    await world.add(0);
    const stopping = new AbortController();
    const cut = takeCopy(world.table.rows, dataDir, noon, stopping.signal);
    stopping.abort(new Error('stopping'));
    await expect(cut).rejects.toThrow('stopping');
    expect(readdirSync(join(dataDir, 'backups'))).toEqual([]);
    // A process that was killed on the day before leaves this file.
    writeFileSync(`${copyPath(dataDir, '2026-11-20')}.partial`, 'half');
    await takeCopy(world.table.rows, dataDir, noon);
    expect(readdirSync(join(dataDir, 'backups'))).toEqual(['table-2026-11-21.sqlite']);
    world.close();
  });

  it('may be made at the same time as a snapshot for a backup', async () => {
    const world = await open();
    for (let n = 0; n < 300; n += 1) await world.add(n);
    const source = {
      rows: world.table.rows,
      dataDirectory: dataDir,
      hold: <T>(run: () => Promise<T>) => run(),
    };
    const [path, snapshot] = await Promise.all([
      takeCopy(world.table.rows, dataDir, noon),
      takeSnapshot(source, 'one'),
    ]);
    for (const copy of [path ?? '', join(snapshot, 'table.sqlite')]) expect(checkRows(copy)).toBeNull();
    expect(readdirSync(join(dataDir, 'backups'))).toEqual(['snapshot-one', 'table-2026-11-21.sqlite']);
    world.close();
  });

  it('fails if the table is damaged, and deletes no earlier copy', async () => {
    const first = await open();
    await first.add(0, 'A title to damage');
    await takeCopy(first.table.rows, dataDir, noon);
    first.close();
    flip(tableFile(dataDir), 'A title to damage');
    const second = await open();
    const failed = takeCopy(second.table.rows, dataDir, dayAfter(9));
    await expect(failed).rejects.toMatchObject({ name: 'StorageDamagedError' });
    await expect(failed).rejects.toThrow(/table\.sqlite is damaged .*npm run restore/);
    expect(readdirSync(join(dataDir, 'backups'))).toEqual(['table-2026-11-21.sqlite']);
    second.close();
  });
});

describe('a damaged table', () => {
  const damages: [string, (path: string) => void][] = [
    ['with a changed byte in its header', (path) => flip(path, 'SQLite format')],
    ['cut in half', (path) => truncateSync(path, Math.floor(statSync(path).size / 2 / 4096) * 4096)],
    ['cut within a page', (path) => truncateSync(path, 5000)],
    ['of no length', (path) => truncateSync(path, 0)],
  ];

  it.each(damages)('%s is reported at the start, and restored completely', async (_, damage) => {
    const first = await open();
    for (let n = 0; n < 200; n += 1) await first.add(n);
    await takeCopy(first.table.rows, dataDir, noon);
    first.close();
    const { size } = statSync(tableFile(dataDir));
    damage(tableFile(dataDir));
    const damaged = readFileSync(tableFile(dataDir));
    expect(damaged.length).toBeLessThanOrEqual(size);

    const refused = openLocalTable(dataDir);
    await expect(refused).rejects.toMatchObject({ name: 'StorageDamagedError' });
    await expect(refused).rejects.toThrow(`${tableFile(dataDir)} is damaged`);
    await expect(refused).rejects.toThrow('npm run restore');

    expect((await restore()).output).toMatch(/2026-11-21 .*\n.*npm run restore -- 2026-11-21 --data/);
    const { code, output, errors } = await restore('2026-11-21');
    expect([code, errors]).toEqual([0, '']);
    const aside = /kept as (\S+);/.exec(output)?.[1] ?? '';
    expect(readFileSync(aside).equals(damaged)).toBe(true);
    const second = await open();
    expect(await second.ids()).toEqual(idsUpTo(200));
    second.close();
  });
});

describe('restoring', () => {
  it('does not apply the write-ahead log of the damaged table to the copy', async () => {
    const first = await open();
    for (let n = 0; n < 50; n += 1) await first.add(n);
    await takeCopy(first.table.rows, dataDir, noon);
    for (let n = 50; n < 90; n += 1) await first.add(n);
    // As after a kill, the last writes are only in the journal.
    const [file, journal] = ['', '-wal'].map((suffix) => readFileSync(`${tableFile(dataDir)}${suffix}`));
    first.close();
    writeFileSync(tableFile(dataDir), file ?? '');
    writeFileSync(`${tableFile(dataDir)}-wal`, journal ?? '');
    const { output } = await restore('2026-11-21');
    const aside = /kept as (\S+);/.exec(output)?.[1] ?? '';
    expect(readFileSync(`${aside}-wal`).equals(journal!)).toBe(true);
    const second = await open();
    expect(await second.ids()).toEqual(idsUpTo(50));
    expect(second.table.rows.database.prepare('PRAGMA integrity_check').get()).toEqual({
      integrity_check: 'ok',
    });
    second.close();
  });

  it('fails and changes nothing while the runner is using the folder', async () => {
    const world = await open();
    await world.add(0);
    await takeCopy(world.table.rows, dataDir, noon);
    const release = await lockDataFolder(dataDir);
    const { code, errors } = await restore('2026-11-21');
    expect([code, errors]).toEqual([1, expect.stringContaining('is in use by another Omomi that runs')]);
    expect(readdirSync(dataDir).filter((name) => name.includes('damaged'))).toEqual([]);
    release();
    world.close();
  });

  it('refuses a damaged copy, a day without a copy and text that is not a day', async () => {
    const world = await open();
    await world.add(0, 'A title to damage');
    flip((await takeCopy(world.table.rows, dataDir, noon)) ?? '', 'A title to damage');
    world.close();
    const before = readFileSync(tableFile(dataDir));
    expect(await restore('2026-11-21')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('damaged too'),
    });
    expect(await restore('2026-11-20')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('no copy of 2026-11-20'),
    });
    expect(await restore('yesterday')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('"yesterday"'),
    });
    expect(readFileSync(tableFile(dataDir)).equals(before)).toBe(true);
  });

  it('must be repeated after an interruption before the runner starts', async () => {
    const world = await open();
    await world.add(0);
    await takeCopy(world.table.rows, dataDir, noon);
    world.close();
    writeFileSync(restoringFile(dataDir), 'half of it');
    await expect(openLocalTable(dataDir)).rejects.toThrow(/was cut off.*npm run restore/);
    expect((await restore('2026-11-21')).code).toBe(0);
    (await open()).close();
  });

  it('reports that there are no copies in an empty folder', async () => {
    expect(await restore()).toMatchObject({
      code: 0,
      output: expect.stringContaining('There are no copies'),
    });
  });
});
