import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';

/** A running dynalite on one folder. */
export type TableEngine = { endpoint: string; client: DynamoDBClient; close: () => Promise<void> };

const started = z.tuple([z.object({ port: z.int() })]);

const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** dynalite wants the form of a signature and checks none; a real one is a tenth of what a write takes. */
const SIGNATURE = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=local',
  'x-amz-date': '20260101T000000Z',
};

/** Without limits both heaps of the process grow to several times what they hold. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

/** Starts dynalite on a free port of loopback in a worker thread. The folder must be nobody else's. */
export const startTableEngine = async (path: string): Promise<TableEngine> => {
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
    workerData: { path },
    resourceLimits: HEAP,
  });
  const exited = once(worker, 'exit');
  const [{ port }] = started.parse(await once(worker, 'message'));
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: CREDENTIALS,
    signer: {
      sign: (request) => {
        Object.assign(request.headers, SIGNATURE);
        return Promise.resolve(request);
      },
    },
  });
  return {
    endpoint,
    client,
    close: async () => {
      client.destroy();
      worker.postMessage('close');
      await exited;
    },
  };
};
