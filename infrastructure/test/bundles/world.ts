import type { Stores } from '../../../backend/src/model/stores.ts';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { environments, queueVariables } from '@omomi/backend/config';
import type { FunctionName } from '@omomi/backend/config';
import { queueName } from '@omomi/backend/contract';
import { awsName } from './lambda-chains.ts';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { createStores } from '../../../backend/src/storage/stores.ts';
import { createTableClient } from '../../../backend/src/storage/table/table.ts';
import { createApiBrowser } from '../../../backend/test/harness/api/api-browser.ts';
import type { EventParts } from '../../../backend/test/harness/api/function-url-event.ts';
import { startDynamoDbLocal } from '../../../backend/test/harness/engines/dynamodb-local.ts';
import { memoryBlobs } from '../../../backend/test/harness/samples/storage-samples.ts';
import { startFeedServer } from '../../../backend/test/harness/servers/feed-server.ts';
import { startHandmadeProvider } from '../../../backend/test/harness/servers/handmade-provider.ts';
import { startAwsLoopback } from '../aws-loopback.ts';
import { readFunction, synthesise } from '../synthesised.ts';

const tableName = 'bundles';
export const functionNames = Object.keys(environments) as FunctionName[];

/** A worker and a promise that rejects when it dies, because then nobody would answer for it. */
type Instance = { worker: Worker; died: Promise<never> };

/** Starts a worker for a bundle, as one instance of its function. */
const startInstance = (file: string, env: Record<string, string | undefined>): Instance => {
  const worker = new Worker(new URL('../run-bundle.ts', import.meta.url), {
    workerData: { file },
    stdout: true,
    env,
  });
  const died = once(worker, 'error').then(([error]) => Promise.reject(error));
  died.catch(() => {});
  return { worker, died };
};

/**
 * Builds all functions and starts an instance of each, with what stands around them: Amazon's DynamoDB Local, SQS and S3
 * on loopback, a publisher and a provider of identities. `reader@example.org` may sign in.
 */
export const startBundles = async () => {
  const outdir = mkdtempSync(join(tmpdir(), 'omomi-bundles-'));
  const [engine, aws, publisher, provider] = await Promise.all([
    startDynamoDbLocal(),
    startAwsLoopback(),
    startFeedServer(),
    startHandmadeProvider(),
  ]);
  const [endpoint] = await Promise.all([
    engine.dynamo.config.endpoint!(),
    engine.createTable(tableName),
    synthesise(outdir, {
      EMBEDDER: 'embedded',
      FETCH_ALLOW_HOSTS: publisher.host,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'omomi',
      ALLOWED_EMAILS: 'reader@example.org',
      HATEBU: 'on',
    }),
  ]);

  /** The values that CloudFormation would insert. */
  const filledIn: Record<string, string> = {
    TABLE_NAME: tableName,
    ...Object.fromEntries(
      queueName.options.map((queue) => [queueVariables(queue).url, aws.queueUrl(awsName(queue))]),
    ),
    BLOB_BUCKET: 'blobs',
  };
  const instances = new Map(
    functionNames.map((name): [FunctionName, Instance] => {
      const { file, variables, unresolved } = readFunction(outdir, name);
      const env = {
        ...variables,
        ...Object.fromEntries(unresolved.map((variable) => [variable, filledIn[variable]])),
        AWS_LAMBDA_FUNCTION_NAME: name,
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
        AWS_ENDPOINT_URL_DYNAMODB: `http://${endpoint.hostname}:${endpoint.port}`,
        AWS_ENDPOINT_URL_SQS: aws.url,
        AWS_ENDPOINT_URL_S3: aws.url,
      };
      return [name, startInstance(file, env)];
    }),
  );

  /** Invokes a function; `trace` is the header by which AWS follows a chain of invocations. */
  const invoke = async (name: FunctionName, event: unknown, trace?: string): Promise<unknown> => {
    const { worker, died } = instances.get(name)!;
    const answered = once(worker, 'message');
    answered.catch(() => {});
    worker.postMessage({ event, trace });
    const [{ result, error }] = await Promise.race([answered, died]);
    if (error !== undefined) throw new Error(`${name}: ${error}`);
    return result;
  };
  const browser = createApiBrowser(
    async (event) => (await invoke('api', event)) as APIGatewayProxyStructuredResultV2,
  );
  const table = createTableClient({ client: engine.client, tableName });

  return {
    outdir,
    aws,
    publisher,
    provider,
    browser,
    invoke,
    table,
    stores: createStores(table, memoryBlobs().store) as Stores,
    stdoutOf: (name: FunctionName) => instances.get(name)!.worker.stdout,
    call: async (parts: EventParts) => {
      const { status, json } = await browser.send(parts);
      return { statusCode: status, body: json };
    },
    close: async () => {
      for (const { worker } of instances.values()) await worker.terminate();
      for (const each of [provider, publisher, aws, engine]) await each.close();
      rmSync(outdir, { recursive: true, force: true });
    },
  };
};

export type Bundles = Awaited<ReturnType<typeof startBundles>>;
