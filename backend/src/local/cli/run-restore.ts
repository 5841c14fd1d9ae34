import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../config/env.ts';
import { systemClock } from '../process/schedule.ts';
import { lockDataFolder } from '../process/data-lock.ts';
import { exitCodeOf, readArguments, type CommandOptions, cloudFlags, cloudOf } from './command.ts';
import { restoreToCloud, type CloudPlace } from '../backup/cloud-backup.ts';
import { withBackupFile } from '../backup/backup-place.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { copiesFolder, listCopies, restoreCopy } from '../table/copies/copies.ts';

const helpText = `Usage: npm run restore -- [<copy> | <file>] [flags]

Lists the copies of the table, of each day (2026-11-21) and from before an upgrade (2026-11-21.format-1), or brings one back; or
replaces everything by a backup (omomi-….jsonl.gz, or s3://bucket/…/omomi-….jsonl.gz), once all its checksums were compared. What it
replaces is kept beside it.

  --data <folder>  where the local runner keeps its data (DATA_DIR, default ./.data); it must not run
  --help           this text
Everything to the cloud, into a deployment without readers; the stack Database has the values as outputs:
  --table <name>   the table, TableName
  --bucket <name>  the bucket of blobs, BlobBucketName
`;

/** The name of a copy: a day, with the format if it was made before an upgrade. */
const copyName = /^(\d{4}-\d{2}-\d{2})(\.format-\d+)?$/;

/** The end of a backup's name. */
const backupEnd = '.jsonl.gz';

type Wanted = {
  cloud: Parameters<typeof cloudOf>[0];
  copy: string | null;
  folder: string;
  isElsewhere: boolean;
};

const readArgs = (
  args: readonly string[],
  variables: Record<string, string | undefined>,
): Wanted | 'help' => {
  const { values, positionals } = readArguments(args, {
    options: { data: { type: 'string' }, ...cloudFlags, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help === true) return 'help';
  const [copy = null, ...rest] = positionals;
  if (
    rest.length > 0 ||
    (copy !== null && !copy.endsWith(backupEnd) && !z.iso.date().safeParse(copyName.exec(copy)?.[1]).success)
  )
    throw new ConfigError(
      `${JSON.stringify(positionals.join(' '))} is not allowed: one day such as 2026-11-21 or one backup, see --help`,
    );
  return {
    copy,
    cloud: values,
    folder: resolve(values.data ?? (variables['DATA_DIR'] || './.data')),
    isElsewhere: values.data !== undefined,
  };
};

const list = async ({ folder, isElsewhere }: Wanted): Promise<string> => {
  const copies = await listCopies(folder);
  if (copies.length === 0)
    return `There are no copies in ${copiesFolder(folder)}: one is made on every day that Omomi runs.\n`;
  const lines = copies.map(({ name, bytes }) => `  ${name}  ${(bytes / 1e6).toFixed(1)} MB`);
  const flag = isElsewhere ? ` --data ${folder}` : '';
  return `Copies in ${copiesFolder(folder)}:\n${lines.join('\n')}\nBring one back with: npm run restore -- ${copies[0]?.name}${flag}\n`;
};

const toCloud = async (file: string, cloud: CloudPlace): Promise<string> => {
  const { items, blobs, messages } = await withBackupFile(file, (path) => restoreToCloud(path, cloud));
  return `The deployment has all of it: ${items.count} items, ${blobs.count} texts. ${messages.count} messages of queues were left out.\n`;
};

const restoreAll = async (file: string, folder: string, now: Date): Promise<string> => {
  const release = await lockDataFolder(folder);
  try {
    const { header, manifest, former } = await withBackupFile(file, (path) =>
      restoreBackup(path, folder, now),
    );
    const kept = former === null ? '' : ` What was there is kept in ${former}; delete that when you like.`;
    return (
      `Everything is as in the backup of ${header.created_at}: ${manifest.items.count} items, ${manifest.blobs.count} texts, ` +
      `${manifest.messages.count} messages.${kept}\n`
    );
  } finally {
    release();
  }
};

const restore = async (folder: string, copy: string, now: Date): Promise<string> => {
  const release = await lockDataFolder(folder);
  try {
    const aside = await restoreCopy(folder, copy, now);
    const kept = aside === null ? '' : ` What it replaces is kept as ${aside}; delete that when you like.`;
    return `The table is the copy of ${copy} again.${kept}\n`;
  } finally {
    release();
  }
};

/** Returns the exit code: 2 for wrong arguments, 1 if the command fails for another reason. */
export const runRestore = (options: CommandOptions): Promise<number> =>
  exitCodeOf('restore', options, [], async () => {
    const { args, variables, write, now = systemClock.now } = options;
    const wanted = readArgs(args, variables);
    if (wanted === 'help') write(helpText);
    else if (wanted.copy === null) write(await list(wanted));
    else if (wanted.copy.endsWith(backupEnd)) {
      const cloud = await cloudOf(wanted.cloud);
      write(
        await (cloud === null ? restoreAll(wanted.copy, wanted.folder, now()) : toCloud(wanted.copy, cloud)),
      );
    } else write(await restore(wanted.folder, wanted.copy, now()));
  });
