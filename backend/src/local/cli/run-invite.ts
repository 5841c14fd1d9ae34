import { invitationPath, newInvitation } from '../../accounts/own/invitations.ts';
import { purposeFor, readerNames } from '../../accounts/own/find-reader.ts';
import type { Invitation, InvitationPurpose } from '../../model/reader/sign-in.ts';
import type { Stores } from '../../model/stores.ts';
import { openLocalTable } from '../data-folder/open-local-table.ts';
import { ConfigError } from '../../config/env.ts';
import { dropInvitation, hearAnswer } from '../process/dropped-invitations.ts';
import { DataFolderError, lockIfFree } from '../process/data-lock.ts';
import { systemClock } from '../process/schedule.ts';
import {
  exitCodeOf,
  loadCloud,
  readArguments,
  requireData,
  storesOf,
  type CommandOptions,
} from './command.ts';
import { servedOrigin } from './host-names.ts';
import { findServing } from '../process/serving.ts';
import { readOptions } from './options.ts';

const helpText = `Usage: npm run invite -- [flags]

Prints a link that lets one person in, with a passkey or a password. It works once, for a day. The first one makes the owner.
The link has the address of the Omomi that runs on the folder; while none runs, the one that PORT, HOST and ALLOWED_HOSTS give.

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

const nobodyNamed = (name: string | null, names: readonly string[]): DataFolderError =>
  new DataFolderError(
    `there is no reader ${JSON.stringify(name)}; ${names.length === 0 ? 'nobody has signed in yet' : `there is: ${names.join(', ')}`}`,
  );

/** @throws DataFolderError if nobody has the name, which says who there is */
const purposeOf = async (stores: Stores, name: string | null): Promise<InvitationPurpose> => {
  const purpose = await purposeFor(stores, name);
  if (purpose === null) throw nobodyNamed(name, await readerNames(stores));
  return purpose;
};

/** Checks in the table whether somebody has the name, and gives the folder's lock back. @throws DataFolderError */
const checkName = async (dataDirectory: string, name: string, release: () => void): Promise<void> => {
  try {
    const table = await openLocalTable(dataDirectory);
    try {
      await purposeOf(storesOf(table, dataDirectory), name);
    } finally {
      table.close();
    }
  } finally {
    release();
  }
};

/**
 * Leaves an invitation in the data folder. Whether somebody has the name is looked up here, or by the runner that has the table
 * locked. @throws DataFolderError
 */
const leaveInvitation = async (
  dataDirectory: string,
  invitation: Invitation,
  name: string | null,
): Promise<void> => {
  const leave = () => dropInvitation(dataDirectory, invitation, name);
  if (name === null) return leave();
  let release = await lockIfFree(dataDirectory);
  if (release === null) {
    await leave();
    const isFree = async () => (release = await lockIfFree(dataDirectory)) !== null;
    const answer = await hearAnswer(dataDirectory, invitation.invitation_id, isFree);
    if (answer === null) return;
    if (answer !== 'free') throw nobodyNamed(name, answer);
  }
  await checkName(dataDirectory, name, release ?? (() => {}));
  await leave();
};

const inCloud = async (table: string, name: string | null, now: Date): Promise<string> => {
  const { createBase, s3Blobs } = await loadCloud(() => import('../../lambda/adapters.ts'));
  // No blob is read or written.
  const stores = createBase('invite', { TABLE_NAME: table }, s3Blobs({ BLOB_BUCKET: 'none' }));
  const purpose = await purposeOf(stores, name);
  const { invitation, code } = newInvitation(purpose, now);
  await stores.invitations.put(invitation);
  return invitationPath(code);
};

/** Returns the exit code: 2 for wrong flags, 1 if the command fails for another reason. */
export const runInvite = (options: CommandOptions): Promise<number> =>
  exitCodeOf('invite', options, [], async () => {
    const { args, variables, write, now = systemClock.now } = options;
    const { for: name = null, data, table, origin, help } = readArguments(args, { options: flags }).values;
    if (help === true) {
      write(helpText);
      return;
    }
    if ((table === undefined) !== (origin === undefined) || (table !== undefined && data !== undefined))
      throw new ConfigError('--table and --origin go together, and without --data');
    if (origin !== undefined && !/^https?:$/.test(URL.parse(origin)?.protocol ?? ''))
      throw new ConfigError(
        `--origin ${JSON.stringify(origin)} is not allowed: the address of the deployment, such as https://reader.example`,
      );
    if (table !== undefined && origin !== undefined) {
      write(`${new URL(await inCloud(table, name, now()), origin).href}\n`);
      return;
    }
    const served = readOptions(data === undefined ? [] : ['--data', data], variables);
    if (served === 'help') return;
    requireData(served.dataDirectory);
    const serving = await findServing(served.dataDirectory);
    if (serving?.takes_invitations === false)
      throw new ConfigError('no link lets anybody in here: start Omomi with ACCOUNTS=on first');
    const { invitation, code } = newInvitation({ kind: 'reader' }, now());
    await leaveInvitation(served.dataDirectory, invitation, name);
    write(`${serving?.origin ?? servedOrigin(served)}${invitationPath(code)}\n`);
  });
