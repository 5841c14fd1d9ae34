import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleArticleId } from '../../../test/harness/samples/storage-samples.ts';
import { itemSize } from '../../storage/table/items.ts';
import { keySinceFormat2, type Key } from '../../storage/table/keys.ts';
import { storesOf } from '../cli/command.ts';
import { DataFolderError } from '../process/data-lock.ts';
import { checkRows } from '../table/copies/check-file.ts';
import { copiesFolder, listCopies, restoreCopy } from '../table/copies/copies.ts';
import { openLocalTable } from './open-local-table.ts';
import { itemKey } from '../table/values.ts';
import { openTable } from '../table/local-table.ts';
import { createSchema, FILE_FORMAT, formatOf, setFormat, toText, tableFile } from '../table/schema.ts';
import { migrations, type Migration } from '../table/upgrade/migrations.ts';
import { upgradeTable } from '../table/upgrade/upgrade.ts';

const kept = join(import.meta.dirname, '../../../test/harness/folders');
const noon = new Date('2026-11-21T12:00:00.000Z');
const silent = { now: noon, log: { warn: () => {} } };

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'omomi-upgrade-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Puts the table that a version with this format made into the data folder. */
const unpack = (format: number): void =>
  writeFileSync(tableFile(dataDir), gunzipSync(readFileSync(join(kept, `format-${format}.sqlite.gz`))));

/** Runs something on the table's file, which nobody has open. */
const inFile = <T>(path: string, run: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(path);
  try {
    return run(database);
  } finally {
    database.close();
  }
};

describe('the migrations', () => {
  it('lead from each format to the next, up to the one that is written', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, n) => n + 1));
    expect(migrations.at(-1)?.version).toBe(FILE_FORMAT);
  });

  it.each(migrations.map(({ version }) => version - 1))(
    'open a table of format %i with all that it holds, after a copy of it',
    async (format) => {
      unpack(format);
      // A version without numbers could lack what later ones added.
      if (format === 0) inFile(tableFile(dataDir), (database) => database.exec('DROP TABLE written'));
      const table = await openLocalTable(dataDir);
      const stores = storesOf(table, dataDir);
      const entries = await stores.entries.scan('local', null, 100);
      expect(entries.map(({ title }) => title)).toEqual(
        Array.from({ length: 12 }, (_, n) => `Article ${n + 1}`),
      );
      expect(entries.at(-1)).toMatchObject({ article_id: sampleArticleId(12), is_saved: true });
      expect(await stores.subscriptions.list('local')).toMatchObject([{ unread_count: 12 }]);
      // The table of format 0 had none.
      const access = await Promise.all([
        stores.sessions.list('local'),
        stores.tokens.list('local'),
        stores.feedAddresses.list('local'),
      ]);
      const accessIds = [{ session_id: 'a-session' }, { token_id: 'a-token' }, { address_id: 'an-address' }];
      expect(access).toMatchObject(
        accessIds.map((one) => (format === 0 ? [] : [{ user_id: 'local', ...one }])),
      );
      expect(table.rows.all().flatMap((item) => keySinceFormat2(itemKey(item)) ?? [])).toEqual([]);
      // The tables of formats 0 to 2 had none.
      const chosen = expect.objectContaining({ theme: 'dark', learns: true, keywords_version: 1 });
      expect(await stores.profiles.get('local')).toEqual(format < 3 ? null : chosen);
      expect(table.rows.all().filter((item) => Object.hasOwn(item, 'like_saved'))).toEqual([]);
      const messages = [...table.queues.read('fetch').values()];
      const feed = { body: '{"kind":"feed","feed_id":"1"}', dead: null };
      const icon = { body: '{"kind":"icon","feed_id":"1","icon_hash":null,"steps":[],"tried":[]}' };
      // The tables of formats 0 and 1 had only the first.
      const later = format < 2 ? [] : [icon, { ...feed, dead: { reason: 'why', at: 2 } }];
      expect(messages).toMatchObject([feed, ...later]);
      expect(table.queues.read('pages').size).toBe(0);
      const names = table.rows.database.prepare("SELECT name FROM pragma_table_info('messages')").all();
      const fresh = openTable(':memory:', 'fresh');
      expect(names).toEqual(
        fresh.rows.database.prepare("SELECT name FROM pragma_table_info('messages')").all(),
      );
      fresh.close();
      expect(table.rows.database.prepare('SELECT count(*) AS rows FROM written').get()).toEqual({ rows: 0 });
      table.close();
      expect(inFile(tableFile(dataDir), formatOf)).toBe(FILE_FORMAT);
      expect(checkRows(tableFile(dataDir))).toBeNull();
      // One before each migration.
      const copies = (await listCopies(dataDir)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
      expect(copies.map(({ name }) => name.replace(/^\d{4}-\d\d-\d\d/u, ''))).toEqual(
        Array.from({ length: FILE_FORMAT - format }, (_, n) => `.format-${format + n}`),
      );
      expect(copies.map(({ path }) => inFile(path, formatOf))).toEqual(copies.map((_, n) => format + n));

      rmSync(copiesFolder(dataDir), { recursive: true });
      (await openLocalTable(dataDir)).close();
      expect(await listCopies(dataDir)).toEqual([]);
    },
  );

  it('are not needed by a new table', async () => {
    (await openLocalTable(dataDir)).close();
    expect(inFile(tableFile(dataDir), formatOf)).toBe(FILE_FORMAT);
    expect(await listCopies(dataDir)).toEqual([]);
  });
});

describe('a table of a newer version', () => {
  it('is refused unchanged, and the copy that leads back is named', async () => {
    unpack(0);
    const newer: Migration = { version: FILE_FORMAT + 1, name: 'of a newer version', run: () => null };
    await upgradeTable(dataDir, { ...silent, migrations: [...migrations, newer] });
    const before = readFileSync(tableFile(dataDir));
    const opening = openLocalTable(dataDir);
    await expect(opening).rejects.toThrow(DataFolderError);
    await expect(opening).rejects.toThrow(
      `format ${FILE_FORMAT + 1}; this version reads ${FILE_FORMAT}). Nothing was changed. Start the newer version. ` +
        `To go back to the table as it was before, without what came since: npm run restore -- 2026-11-21.format-${FILE_FORMAT}`,
    );
    expect(readFileSync(tableFile(dataDir)).equals(before)).toBe(true);
    await restoreCopy(dataDir, `2026-11-21.format-${FILE_FORMAT}`, noon);
    const table = await openLocalTable(dataDir);
    expect(await storesOf(table, dataDir).entries.scan('local', null, 100)).toHaveLength(12);
    table.close();
  });

  it('without such a copy is refused too', async () => {
    (await openLocalTable(dataDir)).close();
    inFile(tableFile(dataDir), (database) => setFormat(database, FILE_FORMAT + 1));
    await expect(openLocalTable(dataDir)).rejects.toThrow(
      /There is no copy in backups\/ that this version can read$/,
    );
  });
});

describe('a migration', () => {
  it('that fails leaves the table as it was, with its copy', async () => {
    unpack(0);
    const failing: Migration = {
      version: 1,
      name: 'fails',
      run: (database) => {
        database.exec('DELETE FROM items');
        throw new Error('no');
      },
    };
    await expect(upgradeTable(dataDir, { ...silent, migrations: [failing] })).rejects.toThrow('no');
    expect(inFile(tableFile(dataDir), formatOf)).toBe(0);
    expect(readdirSync(copiesFolder(dataDir))).toEqual(['table-2026-11-21.format-0.sqlite']);
    const table = await openLocalTable(dataDir);
    expect(await storesOf(table, dataDir).entries.scan('local', null, 100)).toHaveLength(12);
    table.close();
  });
});

/** Kills in one run; OMOMI_KILLS=30 for the whole test. Each takes a start of a process. */
const KILLS = Number(process.env['OMOMI_KILLS'] ?? 5);
const ROWS = 300;
const fixture = join(import.meta.dirname, '../../../test/harness/kills/upgrade-kill.fixture.ts');

/** Runs the upgrade and kills it when it has written this many letters. */
const runUpgrade = async (killAfter: number, which = ''): Promise<number> => {
  const child = spawn(process.execPath, [fixture, dataDir, which], { stdio: ['ignore', 'pipe', 'inherit'] });
  let letters = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    letters += chunk.length;
    if (letters >= killAfter) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return child.exitCode ?? -1;
};

describe('a migration under SIGKILL', { tags: ['long'] }, () => {
  const begin = () => {
    rmSync(dataDir, { recursive: true });
    dataDir = mkdtempSync(join(tmpdir(), 'omomi-upgrade-'));
    inFile(tableFile(dataDir), (database) => {
      database.exec('PRAGMA journal_mode = WAL');
      createSchema(database);
      setFormat(database, 1);
      const insert = database.prepare(
        `INSERT INTO items (pk, sk, item, is_encoded, crc, size) VALUES ('ALL', ?, '{}', 0, 2745614147, 9)`,
      );
      for (let n = 0; n < ROWS; n += 1) insert.run(String(n));
    });
  };
  const countsIn = (path: string): number[] =>
    inFile(path, (database) =>
      database
        .prepare(`SELECT coalesce(json_extract(item, '$.count'), 0) AS count FROM items ORDER BY id`)
        .all()
        .map(({ count }) => Number(count)),
    );

  it('goes on where it was cut off, and changes each row once', async () => {
    const seen = { untouched: 0, half: 0, whole: 0 };
    begin();
    for (let kill = 0; kill < KILLS; kill += 1) {
      // One letter is the start, which the copy follows, one is the end of the copy, and the others are batches.
      const letters = Math.random() < 0.3 ? 1 : 2 + Math.floor(Math.random() * (ROWS / 20));
      expect([-1, 0]).toContain(await runUpgrade(letters));
      const path = tableFile(dataDir);
      const counts = countsIn(path);
      const done = counts.filter((count) => count === 1).length;
      expect(counts).toEqual(Array.from({ length: ROWS }, (_, n) => Number(n < done)));
      expect(inFile(path, formatOf)).toBe(done === 0 ? 1 : 2);
      const copies = (await listCopies(dataDir)).map((copy) => countsIn(copy.path));
      // A kill after the copy and before the first batch leaves the copy alone.
      expect(copies.length).toBeGreaterThanOrEqual(Number(done > 0));
      expect(copies.flat().filter((count) => count !== 0)).toEqual([]);
      seen[done === 0 ? 'untouched' : done === ROWS ? 'whole' : 'half'] += 1;
      if (done === ROWS) begin();
    }
    expect(await runUpgrade(Infinity)).toBe(0);
    expect(countsIn(tableFile(dataDir))).toEqual(Array(ROWS).fill(1));
    expect(checkRows(tableFile(dataDir))).toBeNull();
    console.log(`${KILLS} kills:`, seen);
  });
});

/** Readers of the table below, each with two sessions, a token, an address of a feed and articles. */
const READERS = 400;
const ARTICLES = 26;

describe('the move of sessions and tokens under SIGKILL', { tags: ['long'] }, () => {
  const begin = () => {
    rmSync(dataDir, { recursive: true });
    dataDir = mkdtempSync(join(tmpdir(), 'omomi-upgrade-'));
    inFile(tableFile(dataDir), (database) => {
      createSchema(database);
      setFormat(database, 1);
      const insert = database.prepare(
        'INSERT INTO items (pk, sk, item, is_encoded, crc, size) VALUES (?, ?, ?, ?, ?, ?)',
      );
      const names = ['SESSION#a', 'SESSION#b', 'TOKEN#a', 'FEEDADDRESS#a', 'PROFILE'];
      const articles = Array.from({ length: ARTICLES }, (_, n) => `ENTRY#${n}`);
      database.exec('BEGIN');
      for (let reader = 0; reader < READERS; reader += 1)
        for (const SK of [...names, ...articles]) {
          const item = { PK: `USER#${String(reader).padStart(4, '0')}`, SK };
          const { item: text, is_encoded, crc } = toText(item);
          insert.run(item.PK, SK, text, is_encoded, crc, Buffer.byteLength(item.PK + SK) + 4);
        }
      database.exec('COMMIT');
    });
  };
  /** Returns the keys of all sessions, tokens and addresses, by where they are. */
  const keysIn = (path: string): { former: Key[]; moved: Key[] } =>
    inFile(path, (database) => {
      const keys = database
        .prepare('SELECT pk, sk, item FROM items')
        .all()
        .map((row): Key & { item: string } => ({
          PK: String(row['pk']),
          SK: String(row['sk']),
          item: String(row['item']),
        }));
      expect(keys).toHaveLength(READERS * (5 + ARTICLES));
      expect(keys.filter(({ PK, SK, item }) => item !== JSON.stringify({ PK, SK }))).toEqual([]);
      return {
        former: keys.filter((key) => keySinceFormat2(key) !== null),
        moved: keys.filter(({ PK }) => PK.startsWith('ACCESS#')),
      };
    });

  it('goes on where it was cut off, and has each of them once', async () => {
    const seen = { untouched: 0, half: 0, whole: 0 };
    begin();
    for (let kill = 0; kill < KILLS; kill += 1) {
      await runUpgrade(1 + Math.floor(Math.random() * 5), 'today');
      const path = tableFile(dataDir);
      const { former, moved } = keysIn(path);
      expect(former.length + moved.length).toBe(READERS * 4);
      expect(inFile(path, formatOf)).toBe(moved.length === 0 ? 1 : 2);
      seen[moved.length === 0 ? 'untouched' : former.length === 0 ? 'whole' : 'half'] += 1;
      if (former.length === 0) begin();
    }
    expect(await runUpgrade(Infinity, 'today')).toBe(0);
    expect(keysIn(tableFile(dataDir)).former).toEqual([]);
    expect(checkRows(tableFile(dataDir))).toBeNull();
    console.log(`${KILLS} kills:`, seen);
  });
});

describe('the new name of a preference under SIGKILL', { tags: ['long'] }, () => {
  /** Returns the former value of a reader; undefined for one who never chose. */
  const chosenBy = (reader: number): boolean | undefined => [true, false, undefined][reader % 3];
  const begin = () => {
    rmSync(dataDir, { recursive: true });
    dataDir = mkdtempSync(join(tmpdir(), 'omomi-upgrade-'));
    const table = openTable(tableFile(dataDir), 'begun');
    table.rows.together(() => {
      for (let reader = 0; reader < READERS; reader += 1)
        for (const SK of ['PROFILE', ...Array.from({ length: ARTICLES }, (_, n) => `ENTRY#${n}`)]) {
          const PK = `USER#${String(reader).padStart(4, '0')}`;
          const like_saved = chosenBy(reader);
          const chosen = like_saved === undefined ? {} : { like_saved };
          const item = SK === 'PROFILE' ? { PK, SK, ...chosen, reader } : { PK, SK, like_saved: true };
          table.rows.put({ PK, SK }, { item, size: itemSize(item) });
        }
    });
    table.close();
    inFile(tableFile(dataDir), (database) => setFormat(database, 3));
  };
  /** Returns how many profiles have the former name and today's, after a check that nothing else has changed. */
  const countIn = (path: string): { former: number; today: number } => {
    const rows = inFile(path, (database) => database.prepare('SELECT item, size FROM items').all()).map(
      ({ item, size }) => ({ item: JSON.parse(String(item)), size }),
    );
    expect(rows).toHaveLength(READERS * (1 + ARTICLES));
    expect(rows.filter(({ item, size }) => size !== itemSize(item))).toEqual([]);
    expect(rows.filter(({ item }) => item.SK !== 'PROFILE' && item.like_saved !== true)).toEqual([]);
    const profiles = rows.map(({ item }) => item).filter(({ SK }) => SK === 'PROFILE');
    for (const { PK: _pk, SK: _sk, reader, ...chosen } of profiles) {
      const value = chosenBy(reader);
      const forms = value === undefined ? [{}] : [{ like_saved: value }, { learns: value }];
      expect(forms).toContainEqual(chosen);
    }
    return {
      former: profiles.filter((item) => Object.hasOwn(item, 'like_saved')).length,
      today: profiles.filter((item) => Object.hasOwn(item, 'learns')).length,
    };
  };

  it('goes on where it was cut off, and each reader keeps what they chose', async () => {
    const seen = { untouched: 0, half: 0, whole: 0 };
    begin();
    for (let kill = 0; kill < KILLS; kill += 1) {
      await runUpgrade(1 + Math.floor(Math.random() * 5), 'today');
      const path = tableFile(dataDir);
      const { former, today } = countIn(path);
      expect(inFile(path, formatOf)).toBe(today === 0 ? 3 : 4);
      seen[today === 0 ? 'untouched' : former === 0 ? 'whole' : 'half'] += 1;
      if (former === 0) begin();
    }
    expect(await runUpgrade(Infinity, 'today')).toBe(0);
    expect(countIn(tableFile(dataDir)).former).toBe(0);
    expect(checkRows(tableFile(dataDir))).toBeNull();
    console.log(`${KILLS} kills:`, seen);
  });
});
