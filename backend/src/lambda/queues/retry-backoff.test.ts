import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lambdaContext } from '../../../test/harness/api/function-url-event.ts';
import { silentLog } from '../../../test/harness/app.ts';
import { createSqsHandler } from '../../queues/sqs-handler.ts';
import { createRetryBackoff } from './retry-backoff.ts';

type Entry = { Id: string; ReceiptHandle: string; VisibilityTimeout: number };
type Input = { QueueUrl?: string; QueueName?: string; QueueOwnerAWSAccountId?: string; Entries?: Entry[] };
type Call = { action: string; input: Input };

let server: Server;
let sqs: SQSClient;
let calls: Call[];
let status: number;

/** Starts a server that speaks the AWS JSON protocol as SQS does. */
beforeEach(async () => {
  calls = [];
  status = 200;
  server = createServer(async (request, response) => {
    const action = String(request.headers['x-amz-target']).replace('AmazonSQS.', '');
    const input = (await json(request)) as Input;
    calls.push({ action, input });
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
    const answer =
      action === 'GetQueueUrl'
        ? {
            QueueUrl: `http://${request.headers.host ?? ''}/${input.QueueOwnerAWSAccountId ?? ''}/${input.QueueName ?? ''}`,
          }
        : { Successful: input.Entries?.map(({ Id }) => ({ Id })), Failed: [] };
    response.end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  sqs = new SQSClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
    maxAttempts: 1,
    md5: false,
  });
});

afterEach(() => {
  sqs.destroy();
  server.close();
  server.closeAllConnections();
});

const eventOf = (messages: { id: string; received?: number }[]) =>
  ({
    Records: messages.map(({ id, received = 1 }) => ({
      messageId: id,
      receiptHandle: `receipt-${id}`,
      body: JSON.stringify({ id }),
      attributes: { ApproximateReceiveCount: String(received) },
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:eu-central-1:123456789012:fetch',
    })),
  }) as unknown as SQSEvent;

/** A handler, with back-off, in which the messages with these ids fail. */
const handlerFailing = (...ids: string[]) =>
  createRetryBackoff(sqs)(
    createSqsHandler({
      schema: z.object({ id: z.string() }),
      handle: async ({ id }) => {
        if (ids.includes(id)) throw new Error('no');
      },
      log: silentLog,
    }),
    silentLog,
  );

const hidden = () =>
  calls
    .filter(({ action }) => action === 'ChangeMessageVisibilityBatch')
    .flatMap(({ input }) => input.Entries ?? [])
    .map(({ ReceiptHandle, VisibilityTimeout }) => [ReceiptHandle, VisibilityTimeout]);

describe('a message that failed', () => {
  it('is retried with a growing delay, not after the queue’s visibility timeout', async () => {
    const messages = [1, 2, 3, 4, 5].map((received) => ({ id: `m${received}`, received }));
    await handlerFailing(...messages.map(({ id }) => id))(eventOf(messages), lambdaContext());
    expect(hidden()).toEqual([
      ['receipt-m1', 30],
      ['receipt-m2', 120],
      ['receipt-m3', 480],
      ['receipt-m4', 900],
      ['receipt-m5', 900],
    ]);
    expect(calls[0]).toEqual({
      action: 'GetQueueUrl',
      input: { QueueName: 'fetch', QueueOwnerAWSAccountId: '123456789012' },
    });
    expect(calls[1]?.input.QueueUrl).toMatch(/\/123456789012\/fetch$/);
  });

  it('is retried after the visibility timeout if SQS does not answer', async () => {
    status = 500;
    const response = await handlerFailing('a')(eventOf([{ id: 'a' }, { id: 'b' }]), lambdaContext());
    expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: 'a' }] });
  });
});

it('is retried with its whole batch if the handler throws, and the error is thrown again', async () => {
  const failing = createRetryBackoff(sqs)(() => Promise.reject(new Error('the table fails')), silentLog);
  await expect(failing(eventOf([{ id: 'a' }, { id: 'b', received: 2 }]), lambdaContext())).rejects.toThrow(
    'the table fails',
  );
  expect(hidden()).toEqual([
    ['receipt-a', 30],
    ['receipt-b', 120],
  ]);
});

it('causes one request for its queue’s address; without a failure SQS is not called', async () => {
  await handlerFailing()(eventOf([{ id: 'a' }]), lambdaContext());
  expect(calls).toEqual([]);
  const handler = handlerFailing('a');
  await handler(eventOf([{ id: 'a' }]), lambdaContext());
  await handler(eventOf([{ id: 'a' }]), lambdaContext());
  expect(calls.filter(({ action }) => action === 'GetQueueUrl')).toHaveLength(1);
});
