import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { GetAccountCommand } from '@aws-sdk/client-sesv2';
import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newQueueClient, newTableClient, newWindowsClient, timeLimited } from './aws-clients.ts';
import { newBlobClient } from './open-blobs.ts';
import { newMailClient } from './open-mail.ts';

let server: Server;
let answers: boolean;
beforeEach(async () => {
  answers = true;
  server = createServer((_, response) => {
    if (answers) response.writeHead(400).end('{"__type":"Refused"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const local = () => ({
  endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  region: 'eu-central-1',
  credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
  maxAttempts: 1,
});

it('a request that nobody answers ends with an error', async () => {
  answers = false;
  const sqs = new SQSClient({ ...local(), ...timeLimited(20) });
  await expect(sqs.send(new GetQueueUrlCommand({ QueueName: 'q' }))).rejects.toThrow(/TimeoutError|timeout/i);
});

it('every client has a time limit that is an error when it is over', async () => {
  const dynamo = [newTableClient(local()), newWindowsClient(local())];
  const [s3, sqs, ses] = [newBlobClient(local()), newQueueClient(local()), newMailClient(local())];
  const key = { TableName: 't', Key: { PK: { S: 'p' } } };
  // The handler reads its configuration with the first request.
  for (const client of dynamo) await client.send(new GetItemCommand(key)).catch(() => {});
  await s3.send(new GetObjectCommand({ Bucket: 'b', Key: 'k' })).catch(() => {});
  await sqs.send(new GetQueueUrlCommand({ QueueName: 'q' })).catch(() => {});
  await ses.send(new GetAccountCommand({})).catch(() => {});
  for (const { config } of [...dynamo, s3, sqs, ses]) {
    const limits = (
      config.requestHandler as unknown as { httpHandlerConfigs: () => object }
    ).httpHandlerConfigs();
    expect(limits).toMatchObject({ connectionTimeout: 1000, throwOnRequestTimeout: true });
    expect(limits).toHaveProperty(
      'requestTimeout',
      expect.toSatisfy((ms: number) => ms >= 1000 && ms <= 10_000),
    );
  }
});

it('no client of the table, the blobs, the queues or the mails is made elsewhere', () => {
  const root = join(import.meta.dirname, '..');
  const makers = globSync('**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /new (DynamoDB|S3|SQS|SESv2)Client\(/.test(readFileSync(join(root, file), 'utf8')));
  expect(makers.toSorted()).toEqual([
    'lambda/aws-clients.ts',
    'lambda/open-blobs.ts',
    'lambda/open-mail.ts',
    // Sends files of gigabytes, so it ends a request only if the store is silent for long.
    'local/backup/bucket.ts',
    'storage/window-store.ts',
  ]);
});
