import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forEachQueue } from '../../queues/messages.ts';
import { createOwnedQueues, type QueueUrls } from './owned-queues-sqs.ts';

type Call = { action: string; input: Record<string, unknown> };

let server: Server;
let sqs: SQSClient;
let urls: QueueUrls;
let calls: Call[];
let answers: Record<string, (input: Record<string, unknown>) => object>;

/** Starts a server that speaks the AWS JSON protocol as SQS does. */
beforeEach(async () => {
  calls = [];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const action = String(request.headers['x-amz-target']).replace('AmazonSQS.', '');
    const input = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    calls.push({ action, input });
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify(answers[action]?.(input) ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sqs = new SQSClient({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
    maxAttempts: 1,
  });
  const pair = (name: string) => ({
    queue: `${endpoint}/1/${name}`,
    dead_letters: `${endpoint}/1/${name}-dlq`,
  });
  urls = forEachQueue(pair);
});

afterEach(() => {
  sqs.destroy();
  server.close();
  server.closeAllConnections();
});

const message = (id: string) => {
  const Body = JSON.stringify({ id });
  return {
    MessageId: id,
    ReceiptHandle: `r-${id}`,
    Body,
    MD5OfBody: createHash('md5').update(Body).digest('hex'),
    Attributes: { SentTimestamp: '1772352000000' },
  };
};

const counts = ({ QueueUrl }: Record<string, unknown>) =>
  String(QueueUrl).endsWith('-dlq')
    ? { Attributes: { ApproximateNumberOfMessages: '7', QueueArn: 'arn:aws:sqs:eu-central-1:1:score-dlq' } }
    : {
        Attributes: {
          ApproximateNumberOfMessages: '3',
          ApproximateNumberOfMessagesDelayed: '2',
          ApproximateNumberOfMessagesNotVisible: '1',
        },
      };

describe('the queues of a deployment', () => {
  it('report their depth', async () => {
    answers = { GetQueueAttributes: counts };
    expect(await createOwnedQueues(sqs, urls).depth('score')).toEqual({
      queue: 'score',
      waiting: 5,
      in_flight: 1,
      dead_letters: 7,
    });
  });

  it('show each dead letter once and hide none', async () => {
    const pages = [[message('a'), message('b')], [message('b'), message('c')], [], [message('a')], []];
    answers = { ReceiveMessage: () => ({ Messages: pages.shift() ?? [] }) };
    const letters = await createOwnedQueues(sqs, urls).deadLetters('score', 50);
    expect(letters).toEqual(
      ['a', 'b', 'c'].map((id) => ({
        message_id: id,
        body: JSON.stringify({ id }),
        sent_at: new Date(1772352000000),
        reason: null,
      })),
    );
    expect(calls).toHaveLength(5);
    for (const { input } of calls)
      expect(input).toMatchObject({ QueueUrl: urls.score.dead_letters, VisibilityTimeout: 0 });
  });

  it('read no more messages than requested', async () => {
    let n = 0;
    answers = { ReceiveMessage: () => ({ Messages: Array.from({ length: 10 }, () => message(`m${n++}`)) }) };
    expect(await createOwnedQueues(sqs, urls).deadLetters('fetch', 25)).toHaveLength(25);
    expect(calls).toHaveLength(3);
  });

  it('redrive dead letters by one message-move task at a time', async () => {
    answers = {
      GetQueueAttributes: counts,
      ListMessageMoveTasks: () => ({ Results: [{ Status: 'COMPLETED' }] }),
    };
    const queues = createOwnedQueues(sqs, urls);
    expect(await queues.redrive('score')).toBe(7);
    expect(calls.at(-1)).toEqual({
      action: 'StartMessageMoveTask',
      input: { SourceArn: 'arn:aws:sqs:eu-central-1:1:score-dlq' },
    });
    answers['ListMessageMoveTasks'] = () => ({ Results: [{ Status: 'RUNNING' }] });
    calls = [];
    expect(await queues.redrive('score')).toBe(0);
    expect(calls.map(({ action }) => action)).not.toContain('StartMessageMoveTask');
  });
});
