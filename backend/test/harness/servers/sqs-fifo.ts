import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import type { OutgoingMessage } from '../../../src/queues/outgoing.ts';

const ARN = 'arn:aws:sqs:eu-central-1:123456789012:fetch.fifo';

type Stored = Required<Pick<OutgoingMessage, 'body' | 'group_id' | 'deduplication_id'>> & {
  id: string;
  receives: number;
  visibleAt: number;
};

type Entry = Record<
  'Id' | 'MessageBody' | 'MessageGroupId' | 'MessageDeduplicationId' | 'ReceiptHandle',
  string
> & {
  VisibilityTimeout: number;
};

/**
 * A FIFO queue of SQS in memory behind its protocol, on a clock of the test: a message in flight or hidden holds back its
 * group, every delivery counts, and a message delivered `maxReceiveCount` times becomes a dead letter at the next.
 */
export const startSqsFifo = async ({
  now,
  maxReceiveCount,
  visibilitySeconds,
}: {
  now: () => number;
  maxReceiveCount: number;
  visibilitySeconds: number;
}) => {
  let messages: Stored[] = [];
  const deadLetters: Stored[] = [];
  const sent = new Map<string, number>();
  const calls = { SendMessageBatch: 0, ChangeMessageVisibilityBatch: 0, GetQueueUrl: 0 };

  const put = (entries: Pick<Stored, 'body' | 'group_id' | 'deduplication_id'>[]): void => {
    for (const entry of entries) {
      const before = sent.get(entry.deduplication_id);
      if (before !== undefined && now() - before < 300_000) continue;
      sent.set(entry.deduplication_id, now());
      messages.push({ ...entry, id: `m${sent.size}`, receives: 0, visibleAt: 0 });
    }
  };
  const actions: Record<string, (entries: Entry[]) => void> = {
    SendMessageBatch: (entries) =>
      put(
        entries.map(({ MessageBody, MessageGroupId, MessageDeduplicationId }) => ({
          body: MessageBody,
          group_id: MessageGroupId,
          deduplication_id: MessageDeduplicationId,
        })),
      ),
    ChangeMessageVisibilityBatch: (entries) => {
      for (const { ReceiptHandle, VisibilityTimeout } of entries)
        for (const message of messages)
          if (message.id === ReceiptHandle) message.visibleAt = now() + VisibilityTimeout * 1000;
    },
  };
  const server = createServer(async (request, response) => {
    const action = String(request.headers['x-amz-target']).replace('AmazonSQS.', '') as keyof typeof calls;
    const { Entries = [] } = (await json(request)) as { Entries?: Entry[] };
    calls[action] += 1;
    actions[action]?.(Entries);
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
    const QueueUrl = `http://${request.headers.host ?? ''}/123456789012/fetch.fifo`;
    const Successful = Entries.map(({ Id }) => ({ Id, MessageId: Id, MD5OfMessageBody: '' }));
    response.end(JSON.stringify({ QueueUrl, Successful, Failed: [] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new SQSClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
    maxAttempts: 1,
    md5: false,
  });

  /** Hands out the first messages that no other of their group holds back, as Lambda's poller receives them. */
  const receive = (size: number): SQSEvent => {
    const held = new Set<string>();
    const received: Stored[] = [];
    for (const message of messages) {
      if (message.visibleAt > now()) held.add(message.group_id);
      if (held.has(message.group_id) || received.length === size) continue;
      message.receives += 1;
      message.visibleAt = now() + visibilitySeconds * 1000;
      (message.receives > maxReceiveCount ? deadLetters : received).push(message);
    }
    messages = messages.filter((message) => !deadLetters.includes(message));
    return {
      Records: received.map(({ id, body, group_id, receives }) => ({
        messageId: id,
        receiptHandle: id,
        body,
        attributes: { ApproximateReceiveCount: String(receives), MessageGroupId: group_id },
        eventSource: 'aws:sqs',
        eventSourceARN: ARN,
      })),
    } as unknown as SQSEvent;
  };
  return {
    client,
    put,
    receive,
    /** Deletes a message that a handler finished. */
    acknowledge: (id: string): void => {
      messages = messages.filter((message) => message.id !== id);
    },
    size: () => messages.length,
    deadLetters,
    calls,
    close: () => {
      client.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
};
