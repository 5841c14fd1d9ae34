import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { purposeFor } from '../../accounts/own/find-reader.ts';
import type { Log } from '../../logging/log.ts';
import type { Invitation, InvitationStore } from '../../model/reader/invitation.ts';
import type { Stores } from '../../model/stores.ts';

/*
 * `npm run invite` works while the runner has the table locked: it leaves a file under the hash of the code, which the runner
 * takes up when somebody opens the link.
 */

const dropped = z.object({ for: z.string().nullable(), expires_at: z.iso.datetime({ precision: 3 }) });

const folderOf = (dataDirectory: string) => join(dataDirectory, 'invitations');
const fileOf = (dataDirectory: string, invitationId: string) =>
  join(folderOf(dataDirectory), `${invitationId}.json`);

/** Leaves an invitation in a data folder. The files belong to the owner of the folder, whoever runs the command. */
export const dropInvitation = async (
  dataDirectory: string,
  { invitation_id, expires_at }: Pick<Invitation, 'invitation_id' | 'expires_at'>,
  name: string | null,
): Promise<void> => {
  const folder = folderOf(dataDirectory);
  const file = fileOf(dataDirectory, invitation_id);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify({ for: name, expires_at }), { mode: 0o600 });
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dataDirectory);
  for (const path of [folder, file]) await chown(path, uid, gid);
};

const readDropped = async (file: string): Promise<z.output<typeof dropped> | null> => {
  try {
    return dropped.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
};

/** Wraps the store so that it also finds the invitations that were left in the data folder. */
export const withDropped = (
  stores: Pick<Stores, 'identities' | 'invitations' | 'profiles' | 'readers'>,
  dataDirectory: string,
  log: Log,
): InvitationStore => {
  const { invitations } = stores;
  const takeUp = async (invitation_id: string): Promise<Invitation | null> => {
    const file = fileOf(dataDirectory, invitation_id);
    const found = await readDropped(file);
    if (found === null) return null;
    const purpose = await purposeFor(stores, found.for);
    if (purpose === null) log.warn('an invitation names no reader', { name: found.for });
    else await invitations.put({ invitation_id, purpose, expires_at: found.expires_at });
    await rm(file, { force: true });
    return purpose === null ? null : { invitation_id, purpose, expires_at: found.expires_at };
  };
  return {
    ...invitations,
    get: async (invitationId) => (await invitations.get(invitationId)) ?? takeUp(invitationId),
  };
};
