import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../logging/log.ts';
import { createFileBlobStore, sweepFileBlobs, sweepPartialBlobs } from '../storage/blobs/blob-files.ts';
import { createStores } from '../storage/stores.ts';
import { createMeter, createTableClient } from '../storage/table/table.ts';
import type { LocalOptions } from './cli/options.ts';
import { openLocalTable } from './data-folder/open-local-table.ts';
import { readSecretsKey } from './data-folder/secrets-key.ts';
import { tightenDataFolder } from './process/private-files.ts';
import { createStorageWatch } from './process/storage-watch.ts';
import { openQueues } from './queues.ts';
import { forgetAsked, takeAsked } from './backup/ask-runner.ts';
import { createHeldBlobs, takeSnapshot } from './backup/snapshot.ts';
import { openBackupPlace } from './backup/backup-place.ts';
import { writeBackup } from './backup/write-backup.ts';
import { LOCAL_TABLE, sweepExpired } from './table/local-table.ts';
import { hasOwner, invitationPath, newInvitation } from '../accounts/own/invitations.ts';
import { ConfigError } from '../config/env.ts';
import { onlyAccounts } from '../config/sign-in.ts';
import type { Clock } from '../lib/clock.ts';
import type { Stores } from '../model/stores.ts';
import { forgetAnswers, takeUpNamed, withDropped } from './process/dropped-invitations.ts';
import { editionBlobDays, editionFolder } from '../edition/edition-blobs.ts';
import { importDays, importFolder } from '../feeds/import/import-document.ts';
import { articleFolder, contentDays, snapshotDays, snapshotFolder } from '../storage/table/keys.ts';
import { type Schedule, createSchedule, systemClock } from './process/schedule.ts';
import { takeCopy } from './table/copies/copies.ts';
import { forEachQueue } from '../queues/messages.ts';
import { createApplication } from '../app/create-application.ts';
import { newId } from '../lib/new-id.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';
import { openListener } from './mail/open-listener.ts';
import { takeMaildir } from './mail/maildir.ts';
import { createLocalContext } from './adapters.ts';
import type { LocalApp } from './http/app.ts';
import { recover } from './recover.ts';
import { createRunnerMetrics } from './metrics/runner-metrics.ts';

/** Opens the data folder: the table, the blobs and the queues with their messages. */
const openStorage = async (
  {
    dataDirectory,
    isNewTableWanted,
    environment,
  }: Pick<LocalOptions, 'dataDirectory' | 'isNewTableWanted' | 'environment'>,
  log: Log,
) => {
  await tightenDataFolder(dataDirectory);
  const watch = createStorageWatch();
  const table = await openLocalTable(dataDirectory, {
    isNewWanted: isNewTableWanted,
    log,
    onError: watch.note,
  });
  await forgetAsked(dataDirectory);
  await forgetAnswers(dataDirectory);
  const blobDirectory = join(dataDirectory, 'blobs');
  // From now on the folder shows that it had a table, should that get lost.
  await mkdir(blobDirectory, { recursive: true, mode: 0o700 });
  const meter = createMeter();
  const client = createTableClient({
    client: table.client,
    tableName: LOCAL_TABLE,
    onConsumed: meter.noted,
    isMeasured: meter.isMeasured,
    tellWrites: table.tellWrites,
  });
  // Write units cost nothing here, so texts are compressed for speed, not for size.
  const { blobs, hold } = createHeldBlobs(createFileBlobStore(blobDirectory));
  const inTable = createStores(client, watch.blobs(blobs), 'quick');
  const stores = { ...inTable, invitations: withDropped(inTable, dataDirectory, log) };
  const queues = await openQueues(table, dataDirectory, environment.RETRY_SECONDS, watch, log);
  return { dataDirectory, blobDirectory, table, watch, meter, stores, queues, hold };
};

export type LocalStorage = Awaited<ReturnType<typeof openStorage>>;

const DAY = 86_400_000;

type HousekeepingParts = {
  schedule: Schedule;
  storage: LocalStorage;
  articleDays: number;
  now: Clock;
  /** Aborts a copy of the table when the process stops. */
  stopping: AbortSignal;
};

/** Schedules what `npm run backup` and `npm run invite` ask for, and the backups to another place. */
const scheduleBackups = async (
  { schedule, storage, now, stopping }: HousekeepingParts,
  { BACKUP_DIR: target, BACKUP_KEEP: keep }: LocalOptions['environment'],
  log: Log,
): Promise<void> => {
  const { table, dataDirectory, hold, stores } = storage;
  const source = { rows: table.rows, dataDirectory, hold };
  schedule.every(1 / 12, 'snapshots for backups', () => takeAsked(source, log, stopping));
  schedule.every(1 / 12, 'invitations', () => takeUpNamed(stores, dataDirectory, log));
  if (target === undefined) return;
  const place = openBackupPlace(target);
  const problem = await place.problem();
  if (problem !== null) log.warn('no backup can be written', { BACKUP_DIR: target, problem });
  schedule.daily('03:30', 'backup', async () => {
    await place.keep(async (folder) =>
      writeBackup(await takeSnapshot(source, newId(), stopping), folder, now()),
    );
    // The backup is made all the same, and would be made again at each start if this failed the run.
    await place.dropOld(keep, now()).catch((error: unknown) => {
      log.error('a backup was made, but the older ones were not deleted', { BACKUP_DIR: target, error });
    });
  });
};

/** Schedules what AWS does by itself: time to live, the lifecycle rules of a bucket, and backups of the table. */
const scheduleHousekeeping = (parts: HousekeepingParts): void => {
  const { schedule, now } = parts;
  const { table, watch, dataDirectory, blobDirectory, stores } = parts.storage;
  const sweep = (folder: string, days: number) => async () => {
    await sweepFileBlobs(blobDirectory, folder, new Date(now().getTime() - days * DAY));
  };
  schedule.daily('02:30', 'snapshots', sweep(snapshotFolder, snapshotDays));
  // Deletes contents that no article refers to, because the article was replaced or the process was killed too early.
  schedule.daily('02:45', 'contents', sweep(articleFolder, contentDays(parts.articleDays)));
  schedule.daily('02:50', 'imports', sweep(importFolder, importDays));
  schedule.daily('02:52', 'editions', sweep(editionFolder, editionBlobDays));
  schedule.daily('02:55', 'partial files', async () => {
    await sweepPartialBlobs(blobDirectory, new Date(now().getTime() - DAY));
  });
  schedule.every(60, 'time to live', async () => {
    await sweepExpired(table, now(), stores.blobs.delete);
  });
  schedule.daily('03:00', 'copy of the table', async () => {
    try {
      await takeCopy(table.rows, dataDirectory, now(), parts.stopping);
    } catch (error) {
      watch.note(error);
      throw error;
    }
  });
};

/**
 * Returns how readers sign in. Once the owner can sign in, everyone must, also on loopback: the data are no longer those of
 * whoever sits at this machine.
 */
const signInOf = async (
  { signIn, environment }: LocalOptions,
  stores: Stores,
): Promise<LocalOptions['signIn']> => {
  const isNeeded = signIn === null && environment.ACCOUNTS !== 'off' && (await hasOwner(stores));
  return isNeeded ? { ...onlyAccounts, isHttpAllowed: environment.ALLOW_HTTP === 'on' } : signIn;
};

/** Returns the settings with the key for sign-ins at sites, by default the one in the data folder. */
const withKey = async ({
  environment,
  dataDirectory,
}: LocalOptions): Promise<LocalOptions['environment']> => ({
  ...environment,
  SECRETS_KEY: environment.SECRETS_KEY ?? (await readSecretsKey(dataDirectory)),
});

/**
 * Returns whether invitations let anybody in. Where nothing else does and nobody has accepted one, it also makes the link for the
 * first owner.
 */
const openInvitations = async (
  signIn: LocalOptions['signIn'],
  stores: Stores,
  now: Clock,
): Promise<Pick<LocalApp, 'setupPath' | 'takesInvitations'>> => {
  const takesInvitations = signIn?.hasAccounts === true;
  const isOnly = takesInvitations && signIn.providers.length === 0 && (signIn.proxy ?? null) === null;
  if (!isOnly || (await hasOwner(stores))) return { setupPath: null, takesInvitations };
  const { invitation, code } = newInvitation({ kind: 'owner' }, now());
  await stores.invitations.put(invitation);
  return { setupPath: invitationPath(code), takesInvitations };
};

const bedrockClient = '@aws-sdk/client-bedrock-runtime';

/** @throws ConfigError where a setting needs the client of Bedrock, which the npm package of Omomi leaves out */
const checkBedrockClient = ({ EMBEDDER, TEXT_MODEL = '' }: LocalOptions['environment']): void => {
  const setting = [`EMBEDDER=${EMBEDDER}`, `TEXT_MODEL=${TEXT_MODEL}`].find((one) =>
    one.includes('=bedrock'),
  );
  if (setting === undefined) return;
  try {
    import.meta.resolve(bedrockClient);
  } catch (error) {
    throw new ConfigError(
      `${setting} needs a package beside Omomi: npm install --global ${bedrockClient}, with the --prefix that Omomi was installed with`,
      { cause: error },
    );
  }
};

const openEmbedder = (environment: LocalOptions['environment']) => {
  checkBedrockClient(environment);
  return createEmbedder(environment);
};

type Queues = LocalStorage['queues'];

const stopQueues = async (queues: Queues): Promise<void> => {
  await Promise.all(Object.values(queues).map((queue) => queue.stop()));
};

/**
 * Puts the application together in this process:
 *
 * 1. Open the data folder.
 * 2. Make the context, in which nothing is from AWS, and the application that uses it.
 * 3. Schedule the recurring work.
 * 4. Repair what the last process left if it was killed.
 *
 * Nothing runs before `start`, and `stop` ends it in the reverse order.
 */
export const compose = async (given: LocalOptions, log: Log): Promise<LocalApp> => {
  const { environment, dataDirectory } = given;
  const metrics = createRunnerMetrics(systemClock.now);
  const embedder = metrics.measureModel(await openEmbedder(environment));
  const storage = await openStorage(given, log);
  const { table, stores, queues } = storage;
  const options = { ...given, environment: await withKey(given), signIn: await signInOf(given, stores) };
  const base = { ...stores, now: systemClock.now, newId, log };
  const stopping = new AbortController();

  const local = createLocalContext({
    options,
    base,
    storage,
    embedder,
    metrics,
    stopping: stopping.signal,
  });
  const application = createApplication(local.ctx);

  const schedule = createSchedule({
    clock: systemClock,
    log,
    stateFile: join(dataDirectory, 'schedule.json'),
  });
  schedule.every(5, 'dispatch', application.dispatch);
  const { NEWSLETTER_MAILDIR: maildir } = environment;
  if (maildir !== undefined) schedule.every(1, 'newsletters', () => takeMaildir(local.ctx, maildir));
  if (environment.HATEBU === 'on') schedule.every(10, 'bookmarks', application.bookmarks);
  schedule.daily('02:00', 'cleanup', application.cleanup);
  const housekeeping = {
    schedule,
    storage,
    articleDays: environment.ARTICLE_RETENTION_DAYS,
    now: base.now,
    stopping: stopping.signal,
  };
  scheduleHousekeeping(housekeeping);
  await scheduleBackups(housekeeping, environment, log);

  const closeListener = await openListener(local.ctx, environment);
  if (table.wasCutOff) await recover(local.ctx, table.rows.count, Object.values(queues));
  return {
    api: metrics.measureApi(application.api),
    ...(await openInvitations(options.signIn, stores, base.now)),
    metrics: () => metrics.read(local.ctx.queues.depth),
    start: () => {
      forEachQueue((queue) => queues[queue].start(application[queue]));
      void schedule.start();
    },
    stop: async () => {
      stopping.abort();
      await closeListener();
      await schedule.stop();
      await stopQueues(queues);
      await local.close();
      table.close();
    },
  };
};
