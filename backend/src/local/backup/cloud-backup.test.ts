import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backup, backupIn, contentOf, fill, restore } from '../../../test/harness/backups/backup-folders.ts';
import { skipsDynamoDbLocal, startDynamoDbLocal } from '../../../test/harness/engines/dynamodb-local.ts';
import { placeOf } from '../../lambda/cloud-place.ts';
import type { BlobStore } from '../../model/article/article.ts';
import { listedReaderKey } from '../../storage/table/keys.ts';
import { FORMAT } from '../../storage/upgrade/format.ts';
import { FILE_FORMAT } from '../table/schema.ts';
import { openLocalTable } from '../data-folder/open-local-table.ts';
import { toItemLine, writeBackupFile } from './backup-file.ts';
import { restoreToCloud, writeCloudBackup } from './cloud-backup.ts';

/** A bucket, whose keys are listed by any prefix. */
const createBucket = (): { blobs: BlobStore; held: Map<string, Uint8Array> } => {
  const held = new Map<string, Uint8Array>();
  return {
    held,
    blobs: {
      put: async (key, bytes) => void held.set(key, bytes),
      get: async (key) => held.get(key) ?? null,
      delete: async (key) => void held.delete(key),
      list: async (prefix) => [...held.keys()].filter((key) => key.startsWith(prefix)),
    },
  };
};

describe.skipIf(skipsDynamoDbLocal)('moving between a folder and a deployment', () => {
  let engine: Awaited<ReturnType<typeof startDynamoDbLocal>>;
  let folder: string;
  beforeAll(async () => {
    engine = await startDynamoDbLocal();
    folder = mkdtempSync(join(tmpdir(), 'omomi-move-'));
  });
  afterAll(async () => {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('takes everything along, there and back', async () => {
    const home = join(folder, 'home');
    await fill(home, 'anna', 250);
    const table = await openLocalTable(home);
    await table.client.put({ TableName: 'omomi', Item: { ...listedReaderKey('anna'), created_at: 'then' } });
    table.close();
    await backup(join(folder, 'there'), '--data', home);

    await engine.createTable('moved');
    const { blobs, held } = createBucket();
    const place = placeOf(engine.dynamo, 'moved', blobs);
    const manifest = await restoreToCloud(backupIn(join(folder, 'there')), place);
    expect([manifest.items.count, manifest.blobs.count]).toEqual([251, 250]);
    const before = await contentOf(home);
    const keyOf = ({ PK, SK }: { PK?: unknown; SK?: unknown }) => `${String(PK)} ${String(SK)}`;
    const byKey = (a: object, b: object) => (keyOf(a) < keyOf(b) ? -1 : 1);
    const format = { PK: 'FORMAT', SK: 'FORMAT', format: FORMAT };
    expect((await engine.dump('moved')).toSorted(byKey)).toEqual([...before.items, format].toSorted(byKey));
    expect(held.size).toBe(250);

    const { path } = await writeCloudBackup(place, join(folder, 'back'), new Date());
    const again = join(folder, 'again');
    expect((await restore(path, '--data', again)).code).toBe(0);
    const { items, blobs: texts, expiring } = await contentOf(again);
    expect({ items, texts, expiring }).toEqual({
      items: before.items,
      texts: before.blobs,
      expiring: before.expiring,
    });

    await expect(restoreToCloud(path, place)).rejects.toThrow('the deployment has readers');
  });

  it('brings items of an earlier format to where they are today, both ways, and refuses a later one', async () => {
    const session = { SK: 'SESSION#a', device: 'Firefox' };
    const profile = { PK: 'USER#carl', SK: 'PROFILE', name: 'Carl', learns: true };
    const { learns: like_saved, ...kept } = profile;
    const formerProfile = { ...kept, like_saved };
    const moved = { PK: 'ACCESS#carl', ...session };
    const fileOf = async (table_format: number): Promise<string> => {
      const path = join(folder, `format-${table_format}.jsonl.gz`);
      const access = table_format === 1 ? { PK: 'USER#carl', ...session } : moved;
      const items = [formerProfile, access].map((item) => toItemLine(JSON.stringify(item), 0));
      const header = {
        omomi_backup: 1 as const,
        table_format,
        created_at: '2026-11-21T12:00:00.000Z',
        table_id: null,
      };
      await writeBackupFile(path, { header, items, messages: [], blobs: [] });
      return path;
    };
    const { blobs } = createBucket();
    const files = [await fileOf(1), await fileOf(3)];
    const format = { PK: 'FORMAT', SK: 'FORMAT', format: FORMAT };
    for (const [n, file] of files.entries()) {
      await engine.createTable(`from-former-${n}`);
      await restoreToCloud(file, placeOf(engine.dynamo, `from-former-${n}`, blobs));
      const restored = await engine.dump(`from-former-${n}`);
      expect(restored).toHaveLength(3);
      expect(restored).toEqual(expect.arrayContaining([profile, moved, format]));
    }

    // A deployment that was not upgraded yet.
    await engine.createTable('former');
    const place = placeOf(engine.dynamo, 'former', blobs);
    await place.table.batchPut([formerProfile, { PK: 'USER#carl', ...session }]);
    const { path } = await writeCloudBackup(place, join(folder, 'former'), new Date());
    for (const [n, file] of [...files, path].entries()) {
      const home = join(folder, `home-of-former-${n}`);
      expect((await restore(file, '--data', home)).code).toBe(0);
      expect((await contentOf(home)).items).toEqual([moved, profile]);
    }

    await engine.createTable('from-later');
    const later = placeOf(engine.dynamo, 'from-later', blobs);
    await expect(restoreToCloud(await fileOf(FILE_FORMAT + 1), later)).rejects.toThrow(
      `written by a newer version of Omomi (format ${FILE_FORMAT + 1}; this version reads ${FILE_FORMAT}). Nothing was changed`,
    );
    await later.table.batchPut([{ ...format, format: FORMAT + 1 }]);
    await expect(writeCloudBackup(later, join(folder, 'later'), new Date())).rejects.toThrow(
      'Deploy the newer version',
    );
    expect(await engine.dump('from-later')).toHaveLength(1);
  });

  it('can be done again after it was cut off, and writes nothing from a damaged file', async () => {
    const home = join(folder, 'home2');
    await fill(home, 'bert', 230);
    const table = await openLocalTable(home);
    await table.client.put({ TableName: 'omomi', Item: { ...listedReaderKey('bert'), created_at: 'then' } });
    table.close();
    await backup(join(folder, 'there2'), '--data', home);
    const file = backupIn(join(folder, 'there2'));

    await engine.createTable('cut');
    const { blobs, held } = createBucket();
    let puts = 0;
    const failing = {
      ...blobs,
      put: async (key: string, bytes: Uint8Array) => {
        puts += 1;
        if (puts > 20) throw new Error('cut off');
        await blobs.put(key, bytes);
      },
    };
    await expect(restoreToCloud(file, placeOf(engine.dynamo, 'cut', failing))).rejects.toThrow('cut off');
    await restoreToCloud(file, placeOf(engine.dynamo, 'cut', blobs));
    expect(await engine.dump('cut')).toHaveLength(231 + 1);
    expect(held.size).toBe(230);

    await engine.createTable('spared');
    const cut = join(folder, 'cut.jsonl.gz');
    writeFileSync(cut, readFileSync(file).subarray(0, -20));
    await expect(restoreToCloud(cut, placeOf(engine.dynamo, 'spared', blobs))).rejects.toThrow(
      'no whole backup',
    );
    expect(await engine.dump('spared')).toEqual([]);
  });
});
