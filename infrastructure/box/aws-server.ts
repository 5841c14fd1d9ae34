import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Kept, Queue } from './queue.ts';

type Entry = {
  Id: string;
  MessageBody: string;
  MessageGroupId?: string;
  MessageDeduplicationId?: string;
  DelaySeconds?: number;
  ReceiptHandle: string;
  VisibilityTimeout: number;
};
type Input = {
  QueueUrl: string;
  QueueName?: string;
  SourceArn?: string;
  Entries: Entry[];
  MaxNumberOfMessages?: number;
  VisibilityTimeout?: number;
};

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const arnOf = (name: string): string => `arn:aws:sqs:eu-central-1:123456789012:${name}`;

const received = ({ id, body, receipt, receives, sentAt, group }: Kept) => ({
  MessageId: id,
  ReceiptHandle: receipt,
  Body: body,
  MD5OfBody: md5(body),
  Attributes: {
    SentTimestamp: String(sentAt),
    ApproximateReceiveCount: String(receives),
    ...(group === undefined ? {} : { MessageGroupId: group }),
  },
});

/** Handles each entry of a batch; `handle` returns what SQS adds to the entry's id, or false if it refuses the entry. */
const batch = (entries: readonly Entry[], handle: (entry: Entry) => object | false) => {
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of entries) {
    const handled = handle(entry);
    if (handled === false) Failed.push({ Id: entry.Id, SenderFault: true, Code: 'ReceiptHandleIsInvalid' });
    else Successful.push({ Id: entry.Id, ...handled });
  }
  return { Successful, Failed };
};

const attributesOf = (queue: Queue) => {
  const { visible, inFlight, delayed } = queue.counts();
  return {
    QueueArn: arnOf(queue.name),
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
  };
};

/** Answers an object of a bucket, by its path; listing is not here. */
const serveObject = (
  objects: Map<string, Buffer>,
  { method, url }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void => {
  const key = new URL(url ?? '/', 'http://s3').pathname;
  const object = objects.get(key);
  if (method === 'PUT') {
    objects.set(key, body);
    response.writeHead(200, { etag: '"0"' }).end();
  } else if (method === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
  } else if (object === undefined) {
    response
      .writeHead(404, { 'content-type': 'application/xml' })
      .end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>missing</Message></Error>');
  } else {
    response.writeHead(200).end(object);
  }
};

/**
 * Starts a server on loopback with the parts of SQS (AWS JSON protocol), over these queues, and of S3 (objects by path)
 * that the functions use.
 */
export const startAwsServer = async (queues: readonly Queue[]) => {
  const objects = new Map<string, Buffer>();
  const named = (name: string): Queue => {
    const queue = queues.find((each) => each.name === name);
    if (queue === undefined) throw new Error(`no queue ${name}`);
    return queue;
  };

  /** Answers a request of SQS; undefined for an action that the functions do not use. */
  const answerSqs = (action: string, input: Input, trace: string | undefined): object | undefined => {
    const queue = () => named((input.SourceArn ?? input.QueueUrl).split(/[/:]/).at(-1) ?? '');
    switch (action) {
      case 'SendMessageBatch':
        return batch(input.Entries, (entry) => ({
          MessageId: queue().send({
            body: entry.MessageBody,
            group: entry.MessageGroupId,
            deduplication: entry.MessageDeduplicationId,
            delaySeconds: entry.DelaySeconds,
            trace,
          }),
          MD5OfMessageBody: md5(entry.MessageBody),
        }));
      case 'ReceiveMessage':
        return {
          Messages: queue()
            .receive(input.MaxNumberOfMessages ?? 1, input.VisibilityTimeout)
            .map(received),
        };
      case 'ChangeMessageVisibilityBatch':
        return batch(input.Entries, ({ ReceiptHandle, VisibilityTimeout }) =>
          queue().changeVisibility(ReceiptHandle, VisibilityTimeout) ? {} : false,
        );
      case 'GetQueueAttributes':
        return { Attributes: attributesOf(queue()) };
      case 'GetQueueUrl':
        return { QueueUrl: queueUrl(input.QueueName ?? '') };
      case 'ListMessageMoveTasks':
        return { Results: [] };
      case 'StartMessageMoveTask': {
        const dead = queue();
        queues.find(({ redrive }) => redrive?.to === dead)?.takeIn(dead.drain());
        return { TaskHandle: dead.name };
      }
      default:
        return undefined;
    }
  };

  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const target = request.headers['x-amz-target'];
    if (target === undefined) {
      serveObject(objects, request, body, response);
      return;
    }
    const trace = request.headers['x-amzn-trace-id'];
    const action = String(target).replace('AmazonSQS.', '');
    const input = JSON.parse(body.toString('utf8')) as Input;
    const answer = answerSqs(action, input, trace === undefined ? trace : String(trace));
    if (answer === undefined) response.writeHead(501).end(action);
    else
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const queueUrl = (queue: string) => `${url}/123456789012/${queue}`;

  return {
    url,
    queueUrl,
    /** Puts messages into a queue that begin a chain, as the API and the schedules do. */
    put:
      (queue: string) =>
      async (sent: { body: string; group_id?: string; deduplication_id?: string }[]): Promise<void> => {
        for (const { body, group_id: group, deduplication_id: deduplication } of sent)
          named(queue).send({ body, group, deduplication });
      },
    /** Removes and returns the messages of a queue, hidden and delayed ones too. */
    take: (queue: string): Kept[] => named(queue).drain(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
