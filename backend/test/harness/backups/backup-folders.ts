import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandOptions } from '../../../src/local/cli/command.ts';
import { runBackup } from '../../../src/local/cli/run-backup.ts';
import { runRestore } from '../../../src/local/cli/run-restore.ts';
import { openLocalTable } from '../../../src/local/data-folder/open-local-table.ts';
import { untried } from '../../../src/local/table/message-rows.ts';
import { TABLE_ID } from '../../../src/local/table/schema.ts';
import { createFileBlobStore } from '../../../src/storage/blobs/blob-files.ts';

export const silent = { info: () => {}, warn: () => {}, error: () => {} };
/** When every backup is made. */
const noon = new Date('2026-11-21T12:00:00.000Z');

const command =
  (run: (options: CommandOptions) => Promise<number>) =>
  async (...args: string[]) => {
    let output = '';
    const note = (text: string) => (output += text);
    const code = await run({
      args,
      variables: {},
      write: note,
      complain: note,
      log: silent,
      now: () => noon,
    });
    return { code, output };
  };
export const backup = command(runBackup);
export const restore = command(runRestore);

/** Makes a data folder with items of every type, texts and a message; `mark` tells it from others. */
export const fill = async (directory: string, mark: string, count = 40): Promise<void> => {
  const table = await openLocalTable(directory);
  const blobs = createFileBlobStore(join(directory, 'blobs'));
  for (let n = 0; n < count; n += 1) {
    const text = `texts/${mark}/ä..%2F${n}`;
    await blobs.put(text, Buffer.from(`text ${n} of ${mark}\n\u2028`));
    await table.client.put({
      TableName: 'omomi',
      Item: {
        PK: `USER#${mark}`,
        SK: `ENTRY#${n}`,
        blob: text,
        $odd: { $b: 'no binary' },
        vector: new Uint8Array([0, 255, n]),
        nested: [null, true, 0.1 + 0.2, 'line\n\u2028end', {}],
        ttl: 2_000_000_000 + n,
      },
    });
  }
  const message = { message_id: mark, body: '{}', sequence: 1, sent_at: 1 };
  await table.queues.change('fetch', [{ op: 'add', message: { ...message, ...untried(1) } }]);
  table.close();
};

/** Returns all that a data folder holds. */
export const contentOf = async (directory: string) => {
  const table = await openLocalTable(directory);
  const items = table.rows.all();
  const messages = [...table.queues.read('fetch').values()];
  const tableId = table.rows.fact(TABLE_ID);
  const expiring = table.rows.expired(3_000_000_000, 100_000).length;
  table.close();
  const at = join(directory, 'blobs');
  const blobs = readdirSync(at, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(at, name)).isFile())
    .map((name) => [name, readFileSync(join(at, name), 'utf8')]);
  return { items, messages, tableId, expiring, blobs: Object.fromEntries(blobs) as Record<string, string> };
};

/** Returns the path of the backup that was made in a folder. */
export const backupIn = (target: string): string => join(target, 'omomi-2026-11-21T12-00-00Z.jsonl.gz');
