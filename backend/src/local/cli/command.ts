import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ConfigError } from '../../config/env.ts';
import type { Log } from '../../logging/log.ts';
import { systemClock } from '../process/schedule.ts';
import { createLog } from '../../logging/redact.ts';
import { StorageDamagedError, StorageFullError } from '../../lib/errors.ts';
import type { Stores } from '../../model/stores.ts';
import { createFileBlobStore } from '../../storage/blobs/blob-files.ts';
import { createStores } from '../../storage/stores.ts';
import { StorageUnavailableError } from '../../storage/table/errors.ts';
import { createTableClient } from '../../storage/table/table.ts';
import { DataFolderError } from '../process/data-lock.ts';
import { tableFile } from '../table/schema.ts';
import { LOCAL_TABLE, type EmbeddedTable } from '../table/local-table.ts';
import type { CloudPlace } from '../backup/cloud-backup.ts';

/** The arguments, environment and streams that a process hands to the command it runs. */
export type CommandOptions = {
  args: readonly string[];
  variables: Record<string, string | undefined>;
  /** Writes to standard output; the text includes its line ends. */
  write: (text: string) => void;
  /** Writes to standard error. */
  complain: (text: string) => void;
  log: Log;
  now?: () => Date;
};

/** Reads the arguments of a command. @throws ConfigError for one that it does not know */
export const readArguments = <C extends ParseArgsConfig>(args: readonly string[], config: C) => {
  try {
    return parseArgs({ ...config, args: [...args] });
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : 'unknown flag', { cause: error });
  }
};

/** Refuses a folder in which Omomi has never run. @throws DataFolderError */
export const requireData = (dataDirectory: string): void => {
  if (!existsSync(tableFile(dataDirectory)))
    throw new DataFolderError(
      `there are no data in ${dataDirectory}: start Omomi first, or name its folder with --data`,
    );
};

/** Returns the stores of an opened table, with the blobs beside it. */
export const storesOf = (table: Pick<EmbeddedTable, 'client'>, dataDirectory: string): Stores =>
  createStores(
    createTableClient({ client: table.client, tableName: LOCAL_TABLE }),
    createFileBlobStore(join(dataDirectory, 'blobs')),
  );

type ErrorType = new (...given: never[]) => Error;

/** Errors of the data folder and its disk, which say what to do. */
const ofFolder: readonly ErrorType[] = [
  DataFolderError,
  StorageFullError,
  StorageDamagedError,
  StorageUnavailableError,
];

/** Returns true for what a service of AWS refused, or for what the tools of AWS lack to ask it. */
const isOfAws = (error: unknown): error is Error =>
  error instanceof Error &&
  ('$metadata' in error ||
    error.name === 'CredentialsProviderError' ||
    error.message === 'Region is missing');

/** Returns why a command failed, with what to do about it where the error does not say so itself. */
const whyOf = (error: unknown): string =>
  isOfAws(error)
    ? `the deployment cannot be used (${error.name}: ${error.message}). Name it as the outputs of its stack Database do; credentials and the region (AWS_REGION) are read as the AWS tools read them`
    : error instanceof Error
      ? error.message
      : String(error);

/**
 * Runs a command and reports its failure. Returns the exit code: 0 if it succeeded, 2 for a ConfigError (wrong flags), 1
 * for another error. The message of an error of the data folder or of the types in `own` says what to do; any other error is
 * logged as well.
 */
export const exitCodeOf = async (
  name: string,
  { complain, log }: Pick<CommandOptions, 'complain' | 'log'>,
  own: readonly ErrorType[],
  run: () => Promise<void>,
): Promise<number> => {
  try {
    await run();
    return 0;
  } catch (error) {
    if (error instanceof ConfigError) {
      complain(`${error.message}\n`);
      return 2;
    }
    const isExplained = isOfAws(error) || [...ofFolder, ...own].some((type) => error instanceof type);
    if (!isExplained) log.error(`${name} failed`, { error });
    complain(`This cannot be done: ${whyOf(error)}\n`);
    return 1;
  }
};

/** Runs a command with the arguments, the environment and the streams of this process. */
export const runInProcess = async (command: (options: CommandOptions) => Promise<number>): Promise<void> => {
  process.umask(0o077);
  process.exitCode = await command({
    args: process.argv.slice(2),
    variables: process.env,
    write: (text) => process.stdout.write(text),
    complain: (text) => process.stderr.write(text),
    log: createLog((line) => process.stderr.write(line), systemClock.now),
  });
};

/**
 * Loads what speaks to a deployment, when a command needs it. The package for the home has no tools of AWS.
 * @throws ConfigError if it is not there
 */
export const loadCloud = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new ConfigError(
      '--table needs the tools of AWS, which this package does not have: run the command in a clone of the repository',
      { cause: error },
    );
  }
};

/** The flags that name a deployment. */
export const cloudFlags = { table: { type: 'string' }, bucket: { type: 'string' } } as const;

/** Opens the deployment that the flags name; returns null if they name none. @throws ConfigError for one flag without the other */
export const cloudOf = async ({
  table,
  bucket,
}: {
  table?: string | undefined;
  bucket?: string | undefined;
}): Promise<CloudPlace | null> => {
  if (table === undefined && bucket === undefined) return null;
  if (table === undefined || bucket === undefined) throw new ConfigError('--table and --bucket go together');
  const { openCloudPlace } = await loadCloud(() => import('../../lambda/cloud-place.ts'));
  return openCloudPlace(table, bucket);
};
