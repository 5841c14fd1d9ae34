import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../config/env.ts';
import { StorageFullError } from '../../lib/errors.ts';
import { systemClock } from '../process/schedule.ts';
import { DataFolderError, lockDataFolder } from '../process/data-lock.ts';
import { exitCodeOf, readArguments, type CommandOptions } from './command.ts';
import { copiesFolder, listCopies, restoreCopy } from '../table/copies/copies.ts';

const helpText = `Usage: npm run restore -- [YYYY-MM-DD] [flags]

Lists the daily copies of the table, or brings the copy of a day back. What it replaces is kept beside it.

  --data <folder>  where the local runner keeps its data (DATA_DIR, default ./.data); it must not run
  --help           this text
`;

type Wanted = { date: string | null; folder: string; isElsewhere: boolean };

const readArgs = (
  args: readonly string[],
  variables: Record<string, string | undefined>,
): Wanted | 'help' => {
  const { values, positionals } = readArguments(args, {
    options: { data: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help === true) return 'help';
  const [date = null, ...rest] = positionals;
  if (rest.length > 0 || (date !== null && !z.iso.date().safeParse(date).success))
    throw new ConfigError(
      `${JSON.stringify(positionals.join(' '))} is not allowed: one day such as 2026-11-21, see --help`,
    );
  return {
    date,
    folder: resolve(values.data ?? (variables['DATA_DIR'] || './.data')),
    isElsewhere: values.data !== undefined,
  };
};

const list = async ({ folder, isElsewhere }: Wanted): Promise<string> => {
  const copies = await listCopies(folder);
  if (copies.length === 0)
    return `There are no copies in ${copiesFolder(folder)}: one is made on every day that Omomi runs.\n`;
  const lines = copies.map(({ date, bytes }) => `  ${date}  ${(bytes / 1e6).toFixed(1)} MB`);
  const flag = isElsewhere ? ` --data ${folder}` : '';
  return `Copies in ${copiesFolder(folder)}:\n${lines.join('\n')}\nBring one back with: npm run restore -- ${copies[0]?.date}${flag}\n`;
};

const restore = async (folder: string, date: string, now: Date): Promise<string> => {
  const release = await lockDataFolder(folder);
  try {
    const aside = await restoreCopy(folder, date, now);
    const kept = aside === null ? '' : ` What it replaces is kept as ${aside}; delete that when you like.`;
    return `The table is the copy of ${date} again.${kept}\n`;
  } finally {
    release();
  }
};

const isExplained = (error: unknown): boolean =>
  error instanceof DataFolderError || error instanceof StorageFullError;

/** Returns the exit code: 2 for wrong arguments, 1 if the command fails for another reason. */
export const runRestore = (options: CommandOptions): Promise<number> =>
  exitCodeOf('restore', options, isExplained, async () => {
    const { args, variables, write, now = systemClock.now } = options;
    const wanted = readArgs(args, variables);
    if (wanted === 'help') write(helpText);
    else if (wanted.date === null) write(await list(wanted));
    else write(await restore(wanted.folder, wanted.date, now()));
  });
