import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError } from '../../config/env.ts';
import { StorageFullError } from '../../lib/errors.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { DataFolderError } from '../process/data-lock.ts';
import { systemClock } from '../process/schedule.ts';
import { snapshotOf } from './snapshot-of.ts';
import { exitCodeOf, readArguments, requireData, type CommandOptions } from './command.ts';

const helpText = `Usage: npm run backup -- [<folder>] [flags]

Writes everything of every reader, texts included, into one file in the folder (BACKUP_DIR), with checksums. Omomi may run.
npm run restore -- <file> brings it back.

  --data <folder>  where the local runner keeps its data (DATA_DIR, default ./.data)
  --help           this text
`;

const isExplained = (error: unknown): boolean =>
  error instanceof DataFolderError || error instanceof StorageFullError;

/** Returns the exit code: 2 for wrong arguments, 1 if the command fails for another reason. */
export const runBackup = (options: CommandOptions): Promise<number> =>
  exitCodeOf('backup', options, isExplained, async () => {
    const { args, variables, write, now = systemClock.now } = options;
    const { values, positionals } = readArguments(args, {
      options: { data: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    if (values.help === true) {
      write(helpText);
      return;
    }
    const [target = variables['BACKUP_DIR'] || '', ...rest] = positionals;
    if (target === '' || rest.length > 0)
      throw new ConfigError('one folder for the backup is expected, see --help');
    if (target.startsWith('s3:')) throw new ConfigError(`${target} is no folder: backups go to folders only`);
    const dataDirectory = resolve(values.data ?? (variables['DATA_DIR'] || './.data'));
    requireData(dataDirectory);
    const snapshot = await snapshotOf(dataDirectory);
    try {
      const { path, manifest } = await writeBackup(snapshot, resolve(target), now());
      write(
        `${path}: ${manifest.items.count} items, ${manifest.blobs.count} texts, ${manifest.messages.count} messages\n`,
      );
    } finally {
      await rm(snapshot, { recursive: true, force: true });
    }
  });
