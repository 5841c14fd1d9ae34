import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTable } from '../storage/create-table.ts';
import { copyItems } from './table-copy.ts';
import { startTableEngine, type TableEngine } from './table-engine.ts';

export const LOCAL_TABLE = 'omomi';

export type LocalTableOptions = {
  /** Told how many items a rebuild has copied, now and then and at its end. */
  onRebuild?: (items: number) => void;
};

/**
 * Opens the table in a folder, which it makes if need be. dynalite does not write an item and its index rows at once,
 * so a marker file tells of a stop that was none of `close`; then the table is first rebuilt from its items.
 * The caller holds the folder's lock.
 */
export const openLocalTable = async (
  dataDir: string,
  options: LocalTableOptions = {},
): Promise<TableEngine> => {
  await mkdir(dataDir, { recursive: true });
  const folder = join(dataDir, 'table');
  const marker = join(dataDir, 'table.open');
  await settleSwap(folder);
  if (existsSync(marker) && existsSync(folder)) await rebuild(folder, options.onRebuild);
  await writeFile(marker, '');
  const engine = await startTableEngine(folder);
  await createTable(engine.client, LOCAL_TABLE);
  return {
    ...engine,
    close: async () => {
      await engine.close();
      await rm(marker, { force: true });
    },
  };
};

const rebuiltOf = (folder: string) => `${folder}.rebuilt`;
const oldOf = (folder: string) => `${folder}.old`;

/** Finishes or takes back a swap that was cut; what was half rebuilt is thrown away. */
const settleSwap = async (folder: string): Promise<void> => {
  if (existsSync(oldOf(folder)) && !existsSync(folder)) await rename(oldOf(folder), folder);
  await rm(oldOf(folder), { recursive: true, force: true });
  await rm(rebuiltOf(folder), { recursive: true, force: true });
};

const rebuild = async (folder: string, onRebuild: (items: number) => void = () => {}): Promise<void> => {
  const damaged = await startTableEngine(folder);
  const fresh = await startTableEngine(rebuiltOf(folder));
  await createTable(damaged.client, LOCAL_TABLE);
  await createTable(fresh.client, LOCAL_TABLE);
  await copyItems(damaged.client, fresh.client, LOCAL_TABLE, onRebuild);
  await damaged.close();
  await fresh.close();
  await rename(folder, oldOf(folder));
  await rename(rebuiltOf(folder), folder);
  await rm(oldOf(folder), { recursive: true, force: true });
};
