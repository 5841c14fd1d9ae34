import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createDynamoDb } from './dynamodb.ts';
import type { Queue } from './queue.ts';
import type { Gate } from './rights.ts';
import { createS3 } from './s3.ts';
import type { Answer, Call, Service } from './service.ts';
import { createSqs } from './sqs.ts';

const ACCESS_KEY = 'BOX';

/** Returns the id of the access key that only this function has. DynamoDB Local takes letters and digits alone. */
const accessKeyOf = (functionName: string): string => `${ACCESS_KEY}${functionName}`;

/** Returns who signed a request, and for which service. */
const signerOf = ({ headers }: IncomingMessage): { caller: string; service: string } => {
  const [, key = '', service = ''] =
    /Credential=(\w+)\/\d+\/[\w-]+\/([\w-]+)\/aws4_request/.exec(headers.authorization ?? '') ?? [];
  return { caller: key.startsWith(ACCESS_KEY) ? key.slice(ACCESS_KEY.length) : '', service };
};

/**
 * Starts the services of AWS that functions call, on one port of loopback: SQS over these queues, S3 in memory, and the
 * table behind `engine`. Each call is refused unless the role of the function whose credentials signed it allows it.
 */
export const startAwsServer = async (
  queues: readonly Queue[],
  engine: { hostname: string; port?: number | undefined },
  gate: Pick<Gate, 'allows'>,
) => {
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { caller, service: name } = signerOf(request);
    const service = services[name];
    if (service === undefined) return { status: 501, body: `the box has no ${name}` };
    const { method = 'GET', headers } = request;
    const call: Call = {
      method,
      headers,
      url: new URL(request.url ?? '/', url),
      body: await buffer(request),
    };
    const asked = service.asks(call);
    if (gate.allows(caller, asked)) return service.answer(call, (further) => gate.allows(caller, [further]));
    const [{ action, resource } = { action: name, resource: '*' }] = asked;
    return service.refuse(`User: ${caller} is not authorized to perform: ${action} on resource: ${resource}`);
  };
  const send = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, headers, body } = await answer(request);
    response.writeHead(status, headers).end(body);
  };
  const server = createServer((request, response) => void send(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const queueUrl = (queue: string) => `${url}/123456789012/${queue}`;
  const table = createDynamoDb(engine);
  const services: Readonly<Record<string, Service>> = {
    sqs: createSqs(queues, queueUrl),
    s3: createS3(),
    dynamodb: table.service,
  };

  return {
    queueUrl,
    /** Returns the variables that lead a function to these services, as itself. */
    variablesOf: (functionName: string): Record<string, string> => ({
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: accessKeyOf(functionName),
      AWS_SECRET_ACCESS_KEY: 'box',
      AWS_ENDPOINT_URL: url,
    }),
    close: async () => {
      table.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
