import type { Stores } from '../../../backend/src/model/stores.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environments, queueVariables } from '@omomi/backend/config';
import type { FunctionName } from '@omomi/backend/config';
import { queueName } from '@omomi/backend/contract';
import { queueTable } from '@omomi/backend/queues';
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
import { startAwsServer } from '../../box/aws-server.ts';
import { loopbackServices } from '../../box/box.ts';
import { startFunctions } from '../../box/functions.ts';
import { createQueue } from '../../box/queue.ts';
import { readFunction, synthesise } from '../synthesised.ts';

const tableName = 'bundles';
export const functionNames = Object.keys(environments) as FunctionName[];

/**
 * Builds all functions and starts an instance of each, with what stands around them: Amazon's DynamoDB Local, SQS and S3
 * on loopback, a publisher and a provider of identities. `reader@example.org` may sign in.
 */
export const startBundles = async () => {
  const outdir = mkdtempSync(join(tmpdir(), 'omomi-bundles-'));
  const [engine, aws, publisher, provider] = await Promise.all([
    startDynamoDbLocal(),
    startAwsServer(
      queueName.options.map((queue) =>
        createQueue({
          name: awsName(queue),
          isFifo: queueTable[queue].isFifo,
          visibilitySeconds: 6 * queueTable[queue].timeoutSeconds,
          retentionSeconds: 345_600,
          now: Date.now,
        }),
      ),
    ),
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
      queueName.options.flatMap((queue) => [
        [queueVariables(queue).url, aws.queueUrl(awsName(queue))],
        [queueVariables(queue).deadLetters, aws.queueUrl(`${queue}-dead`)],
      ]),
    ),
    BLOB_BUCKET: 'blobs',
  };
  const functions = await startFunctions(
    functionNames.map((name) => {
      const { file, variables, unresolved, memoryMegabytes, timeoutSeconds } = readFunction(outdir, name);
      const env = {
        ...variables,
        ...Object.fromEntries(unresolved.map((variable) => [variable, filledIn[variable]])),
        ...loopbackServices(endpoint, aws.url),
      };
      return { name, file, memoryMegabytes, timeoutSeconds, env };
    }),
  );
  /** Invokes a function; `trace` is the header by which AWS follows a chain of invocations. */
  const invoke = (name: FunctionName, event: unknown, trace?: string): Promise<unknown> =>
    functions.invoke(name, event, trace);
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
    stdoutOf: (name: FunctionName) => functions.outputOf(name),
    call: async (parts: EventParts) => {
      const { status, json } = await browser.send(parts);
      return { statusCode: status, body: json };
    },
    close: async () => {
      for (const each of [functions, provider, publisher, aws, engine]) await each.close();
      rmSync(outdir, { recursive: true, force: true });
    },
  };
};

export type Bundles = Awaited<ReturnType<typeof startBundles>>;
