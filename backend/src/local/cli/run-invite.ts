import { invitationPath, newInvitation } from '../../accounts/own/invitations.ts';
import { rm } from 'node:fs/promises';
import { purposeFor, readerNames } from '../../accounts/own/find-reader.ts';
import type { InvitationPurpose } from '../../model/reader/invitation.ts';
import type { Stores } from '../../model/stores.ts';
import { openLocalTable } from '../data-folder/open-local-table.ts';
import { snapshotOf } from './snapshot-of.ts';
import { ConfigError } from '../../config/env.ts';
import { dropInvitation } from '../process/dropped-invitations.ts';
import { DataFolderError } from '../process/data-lock.ts';
import { systemClock } from '../process/schedule.ts';
import { exitCodeOf, readArguments, requireData, storesOf, type CommandOptions } from './command.ts';
import { servedOrigin } from './link-address.ts';
import { readOptions } from './options.ts';

const helpText = `Usage: npm run invite -- [flags]

Prints a link that lets one person in, with a passkey or a password. It works once, for a day. The first one makes the owner.

  --for <name>     lets a reader in again who has lost every other way: their name, e-mail address or user_id
  --data <folder>  where the local runner keeps its data (DATA_DIR, default ./.data); it may run
In the cloud, with credentials and a region as the AWS tools read them:
  --table <name>   the table, the output TableName of the stack Database
  --origin <url>   the address of the deployment, for example https://reader.example
`;

const flags = {
  for: { type: 'string' },
  data: { type: 'string' },
  table: { type: 'string' },
  origin: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** @throws DataFolderError if nobody has the name, which says who there is */
const purposeOf = async (stores: Stores, name: string | null): Promise<InvitationPurpose> => {
  const purpose = await purposeFor(stores, name);
  if (purpose !== null) return purpose;
  const names = await readerNames(stores);
  throw new DataFolderError(
    `there is no reader ${JSON.stringify(name)}; ${names.length === 0 ? 'nobody has signed in yet' : `there is: ${names.join(', ')}`}`,
  );
};

/** Checks that somebody has the name, in a snapshot, because a runner has the table locked. @throws DataFolderError */
const checkName = async (dataDirectory: string, name: string): Promise<void> => {
  const snapshot = await snapshotOf(dataDirectory);
  try {
    const table = await openLocalTable(snapshot);
    try {
      await purposeOf(storesOf(table, snapshot), name);
    } finally {
      table.close();
    }
  } finally {
    await rm(snapshot, { recursive: true, force: true });
  }
};

const inCloud = async (table: string, name: string | null, now: Date): Promise<string> => {
  // Loaded here alone, because the package for the home has no tools of AWS.
  const { createBase, s3Blobs } = await import('../../lambda/adapters.ts');
  // No blob is read or written.
  const stores = createBase('invite', { TABLE_NAME: table }, s3Blobs({ BLOB_BUCKET: 'none' }));
  const purpose = await purposeOf(stores, name);
  const { invitation, code } = newInvitation(purpose, now);
  await stores.invitations.put(invitation);
  return invitationPath(code);
};

/** Returns the exit code: 2 for wrong flags, 1 if the command fails for another reason. */
export const runInvite = (options: CommandOptions): Promise<number> =>
  exitCodeOf(
    'invite',
    options,
    (error) => error instanceof DataFolderError,
    async () => {
      const { args, variables, write, now = systemClock.now } = options;
      const { for: name = null, data, table, origin, help } = readArguments(args, { options: flags }).values;
      if (help === true) {
        write(helpText);
        return;
      }
      if ((table === undefined) !== (origin === undefined) || (table !== undefined && data !== undefined))
        throw new ConfigError('--table and --origin go together, and without --data');
      if (table !== undefined && origin !== undefined) {
        write(`${new URL(await inCloud(table, name, now()), origin).href}\n`);
        return;
      }
      const served = readOptions(data === undefined ? [] : ['--data', data], variables);
      if (served === 'help') return;
      requireData(served.dataDirectory);
      if (name !== null) await checkName(served.dataDirectory, name);
      const { invitation, code } = newInvitation({ kind: 'reader' }, now());
      await dropInvitation(served.dataDirectory, invitation, name);
      write(`${servedOrigin(served)}${invitationPath(code)}\n`);
    },
  );
