import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A message as its queue keeps it. */
export type QueueMessage = {
  id: string;
  body: string;
  group: string | undefined;
  deduplication: string | undefined;
  /** The trace header of the request that sent it, which SQS keeps as `AWSTraceHeader`. */
  trace: string | undefined;
};

type SentMessage = QueueMessage & { queue: string };

type SentBatch = { QueueUrl: string; Entries: BatchEntry[] };

type BatchEntry = {
  Id: string;
  MessageBody: string;
  MessageGroupId?: string;
  MessageDeduplicationId?: string;
};

/**
 * Starts a server on loopback with the parts of SQS (AWS JSON protocol) and S3 (objects by path) that the functions use.
 * It keeps messages until they are taken. Changes of a visibility timeout have no effect.
 */
export const startAwsLoopback = async () => {
  const messages: SentMessage[] = [];
  const objects = new Map<string, Buffer>();

  const sendBatch = ({ QueueUrl, Entries }: SentBatch, trace: string | undefined) => {
    const queue = QueueUrl.split('/').at(-1) ?? '';
    const accepted = Entries.map((entry) => {
      const id = randomUUID();
      messages.push({
        queue,
        id,
        body: entry.MessageBody,
        group: entry.MessageGroupId,
        deduplication: entry.MessageDeduplicationId,
        trace,
      });
      return {
        Id: entry.Id,
        MessageId: id,
        MD5OfMessageBody: createHash('md5').update(entry.MessageBody).digest('hex'),
      };
    });
    return { Successful: accepted, Failed: [] };
  };

  const serveObject = async (request: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const key = new URL(request.url ?? '/', 'http://s3').pathname;
    const object = objects.get(key);
    if (request.method === 'PUT') {
      objects.set(key, body);
      response.writeHead(200, { etag: '"0"' }).end();
    } else if (request.method === 'DELETE') {
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

  /** Answers a request of SQS; undefined for an action that the functions do not use. */
  const answerSqs = (action: string, input: string, trace: string | undefined): object | undefined => {
    switch (action) {
      case 'AmazonSQS.SendMessageBatch':
        return sendBatch(JSON.parse(input) as SentBatch, trace);
      case 'AmazonSQS.GetQueueUrl':
        return { QueueUrl: queueUrl((JSON.parse(input) as { QueueName: string }).QueueName) };
      case 'AmazonSQS.ChangeMessageVisibilityBatch':
        return { Successful: [], Failed: [] };
      default:
        return undefined;
    }
  };

  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const action = request.headers['x-amz-target'];
    if (action === undefined) {
      await serveObject(request, body, response);
      return;
    }
    const trace = request.headers['x-amzn-trace-id'];
    const answer = answerSqs(
      String(action),
      body.toString('utf8'),
      trace === undefined ? trace : String(trace),
    );
    if (answer === undefined) response.writeHead(501).end(String(action));
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
          messages.push({ queue, id: randomUUID(), body, group, deduplication, trace: undefined });
      },
    /** Removes and returns the messages sent to a queue. */
    take: (queue: string): QueueMessage[] => {
      const taken = messages.filter((message) => message.queue === queue);
      for (const message of taken) messages.splice(messages.indexOf(message), 1);
      return taken;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
