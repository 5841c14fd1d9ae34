import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../logging/log.ts';
import { createFileBlobStore } from '../storage/blobs/blob-files.ts';
import { createStores } from '../storage/stores.ts';
import { createMeter, createTableClient } from '../storage/table/table.ts';
import type { LocalOptions } from './cli/options.ts';
import { tightenDataFolder } from './process/private-files.ts';
import { createStorageWatch } from './process/storage-watch.ts';
import { openQueues } from './queues.ts';
import { LOCAL_TABLE, openLocalTable } from './table/local-table.ts';

/** Opens the data folder: the table, the blobs and the queues with their messages. */
export const openStorage = async (
  {
    dataDirectory,
    isNewTableWanted,
    environment,
  }: Pick<LocalOptions, 'dataDirectory' | 'isNewTableWanted' | 'environment'>,
  log: Log,
) => {
  await tightenDataFolder(dataDirectory);
  const table = await openLocalTable(dataDirectory, { isNewWanted: isNewTableWanted });
  const watch = createStorageWatch();
  const blobDirectory = join(dataDirectory, 'blobs');
  // From now on the folder shows that it had a table, should that get lost.
  await mkdir(blobDirectory, { recursive: true, mode: 0o700 });
  const meter = createMeter();
  const client = createTableClient({
    client: watch.table(table.client),
    tableName: LOCAL_TABLE,
    onConsumed: meter.noted,
    isMeasured: meter.isMeasured,
  });
  // Write units cost nothing here, so texts are compressed for speed, not for size.
  const stores = createStores(client, watch.blobs(createFileBlobStore(blobDirectory)), 'quick');
  const queues = await openQueues(table, dataDirectory, environment.RETRY_SECONDS, watch, log);
  return { dataDirectory, blobDirectory, table, watch, meter, stores, queues };
};

export type LocalStorage = Awaited<ReturnType<typeof openStorage>>;
