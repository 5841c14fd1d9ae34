import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { purposeFor, readerNames } from '../../accounts/own/find-reader.ts';
import type { Log } from '../../logging/log.ts';
import type { Invitation, InvitationStore } from '../../model/reader/sign-in.ts';
import type { Stores } from '../../model/stores.ts';
import { translateFileError } from '../../storage/table/errors.ts';
import { DataFolderError, giveToOwner, POLL_MS, UNHEARD_MS } from './data-lock.ts';

/*
 * `npm run invite` works while the runner has the table locked: it leaves a file under the hash of the code, which the runner
 * takes up when somebody opens the link. One that names a reader is taken up within seconds; if nobody has the name, the runner
 * leaves the names that there are in its place.
 */

const dropped = z.object({ for: z.string().nullable(), expires_at: z.iso.datetime({ precision: 3 }) });

/** The names of all readers, which the runner answers if nobody has the name that was asked for. */
const names = z.array(z.string());

const folderOf = (dataDirectory: string) => join(dataDirectory, 'invitations');
const fileOf = (dataDirectory: string, invitationId: string) =>
  join(folderOf(dataDirectory), `${invitationId}.json`);

const answerOf = (dataDirectory: string, invitationId: string) =>
  join(folderOf(dataDirectory), `${invitationId}.unknown`);

/**
 * Leaves an invitation in a data folder. The files belong to the owner of the folder, whoever runs the command.
 * @throws StorageFullError, StorageUnavailableError
 */
export const dropInvitation = async (
  dataDirectory: string,
  { invitation_id, expires_at }: Pick<Invitation, 'invitation_id' | 'expires_at'>,
  name: string | null,
): Promise<void> => {
  const folder = folderOf(dataDirectory);
  const file = fileOf(dataDirectory, invitation_id);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, JSON.stringify({ for: name, expires_at }), { mode: 0o600 });
  } catch (error) {
    throw translateFileError(error, folder);
  }
  giveToOwner(
    dataDirectory,
    [folder, file].map((path) => relative(dataDirectory, path)),
  );
};

const readJson = async <T>(file: string, schema: z.ZodType<T>): Promise<T | null> => {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
};

type TakingStores = Pick<Stores, 'identities' | 'invitations' | 'profiles' | 'readers'>;

/** Puts a dropped invitation into the table. Returns null if there is no file of it, or if it names nobody. */
const takeUp = async (
  stores: TakingStores,
  dataDirectory: string,
  log: Log,
  invitation_id: string,
): Promise<Invitation | null> => {
  const file = fileOf(dataDirectory, invitation_id);
  const found = await readJson(file, dropped);
  if (found === null) return null;
  const purpose = await purposeFor(stores, found.for);
  if (purpose === null) {
    log.warn('an invitation names no reader', { name: found.for });
    await writeFile(answerOf(dataDirectory, invitation_id), JSON.stringify(await readerNames(stores)), {
      mode: 0o600,
    });
  } else await stores.invitations.put({ invitation_id, purpose, expires_at: found.expires_at });
  await rm(file, { force: true });
  return purpose === null ? null : { invitation_id, purpose, expires_at: found.expires_at };
};

/** Wraps the store so that it also finds the invitations that were left in the data folder. */
export const withDropped = (stores: TakingStores, dataDirectory: string, log: Log): InvitationStore => ({
  ...stores.invitations,
  get: async (invitationId) =>
    (await stores.invitations.get(invitationId)) ?? takeUp(stores, dataDirectory, log, invitationId),
});

/**
 * Takes up the invitations that name a reader, for whoever waits to hear whether there is one (`hearAnswer`). The others
 * wait for their link, because only then it is known whether they make the owner.
 */
export const takeUpNamed = async (stores: TakingStores, dataDirectory: string, log: Log): Promise<void> => {
  for (const name of await readdir(folderOf(dataDirectory)).catch(() => [])) {
    const id = /^(\w+)\.json$/u.exec(name)?.[1];
    if (id === undefined) continue;
    const found = await readJson(fileOf(dataDirectory, id), dropped);
    if (found !== null && found.for !== null) await takeUp(stores, dataDirectory, log, id);
  }
};

/** Deletes the answers that nobody has heard, because the command was killed. Call it before the first `takeUpNamed`. */
export const forgetAnswers = async (dataDirectory: string): Promise<void> => {
  const folder = folderOf(dataDirectory);
  for (const name of await readdir(folder).catch(() => []))
    if (name.endsWith('.unknown')) await rm(join(folder, name), { force: true });
};

/**
 * Waits until the runner has taken up an invitation that names a reader. Returns null then, and the names that there are if
 * nobody has the name; `free` if the folder is free meanwhile, which `isFree` finds out. Unless it was taken up, nothing of
 * the invitation is left.
 * @throws DataFolderError if the runner does not answer within half a minute
 */
export const hearAnswer = async (
  dataDirectory: string,
  invitationId: string,
  isFree: () => Promise<boolean>,
): Promise<readonly string[] | 'free' | null> => {
  const file = fileOf(dataDirectory, invitationId);
  const answer = answerOf(dataDirectory, invitationId);
  try {
    for (let waited = 0; existsSync(file); waited += POLL_MS) {
      if (await isFree()) return 'free';
      if (waited >= UNHEARD_MS)
        throw new DataFolderError(
          `the data folder ${dataDirectory} is in use by a process that looks nobody up: an earlier version, or another command`,
        );
      await setTimeout(POLL_MS);
    }
    return await readJson(answer, names);
  } finally {
    for (const path of [file, answer]) await rm(path, { force: true });
  }
};
