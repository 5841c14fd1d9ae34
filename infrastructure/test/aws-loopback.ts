import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type SentMessage = {
  queue: string;
  body: string;
  group: string | undefined;
  deduplication: string | undefined;
};

type BatchEntry = {
  Id: string;
  MessageBody: string;
  MessageGroupId?: string;
  MessageDeduplicationId?: string;
};

/**
 * Starts a server on loopback with the parts of SQS (SendMessageBatch, AWS JSON protocol) and S3 (objects by path) that
 * the functions use. It keeps messages until they are taken.
 */
export const startAwsLoopback = async () => {
  const messages: SentMessage[] = [];
  const objects = new Map<string, Buffer>();

  const sendBatch = (request: { QueueUrl: string; Entries: BatchEntry[] }, response: ServerResponse) => {
    const queue = request.QueueUrl.split('/').at(-1) ?? '';
    const accepted = request.Entries.map((entry) => {
      messages.push({
        queue,
        body: entry.MessageBody,
        group: entry.MessageGroupId,
        deduplication: entry.MessageDeduplicationId,
      });
      return {
        Id: entry.Id,
        MessageId: randomUUID(),
        MD5OfMessageBody: createHash('md5').update(entry.MessageBody).digest('hex'),
      };
    });
    response
      .writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
      .end(JSON.stringify({ Successful: accepted, Failed: [] }));
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

  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const target = request.headers['x-amz-target'];
    if (target === undefined) await serveObject(request, body, response);
    else if (target === 'AmazonSQS.SendMessageBatch') sendBatch(JSON.parse(body.toString('utf8')), response);
    else response.writeHead(501).end(String(target));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  return {
    url,
    queueUrl: (queue: string) => `${url}/123456789012/${queue}`,
    /** Removes and returns the messages sent to a queue. */
    take: (queue: string): SentMessage[] => {
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
