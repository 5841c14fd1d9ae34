import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createHttp2Server, type Http2ServerRequest } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createBedrock } from './bedrock.ts';
import { createDynamoDb } from './dynamodb.ts';
import type { Queue } from './queue.ts';
import type { Gate } from './rights.ts';
import { createS3 } from './s3.ts';
import type { Answer, Call, Service } from './service.ts';
import { createSes } from './ses.ts';
import { createSqs } from './sqs.ts';
import { createSsm } from './ssm.ts';

const ACCESS_KEY = 'BOX';

/** Returns the id of the access key that only this function has. DynamoDB Local takes letters and digits alone. */
const accessKeyOf = (functionName: string): string => `${ACCESS_KEY}${functionName}`;

/** A request by HTTP/1.1, or by HTTP/2, which the SDK uses for Bedrock. */
type Request = IncomingMessage | Http2ServerRequest;

/** Returns who signed a request, and for which service of which region. */
const signerOf = ({ headers }: Request): { caller: string; region: string; service: string } => {
  const [, key = '', region = '', service = ''] =
    /Credential=(\w+)\/\d+\/([\w-]+)\/([\w-]+)\/aws4_request/.exec(headers.authorization ?? '') ?? [];
  return { caller: key.startsWith(ACCESS_KEY) ? key.slice(ACCESS_KEY.length) : '', region, service };
};

/** Starts a server on a free port of loopback, and returns its address. */
const listen = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/**
 * Starts the services of AWS that functions call on loopback: SQS over these queues, S3 over these objects (by
 * `<bucket>/<key>`), the table behind `engine`, Bedrock, SES, and the Parameter Store with these values by name. Each call is
 * refused unless the role of the function whose credentials signed it allows it.
 */
export const startAwsServer = async (
  queues: readonly Queue[],
  engine: { hostname: string; port?: number | undefined },
  gate: Pick<Gate, 'allows'>,
  parameters: Readonly<Record<string, string>> = {},
  objects = new Map<string, Buffer>(),
) => {
  const answer = async (request: Request): Promise<Answer> => {
    const { caller, region, service: name } = signerOf(request);
    const service = services[name];
    if (service === undefined) return { status: 501, body: `the box has no ${name}` };
    const { method = 'GET', headers } = request;
    const body = await buffer(request);
    const call: Call = { method, headers, region, url: new URL(request.url ?? '/', url), body };
    const asked = service.asks(call);
    if (gate.allows(caller, asked)) return service.answer(call, (further) => gate.allows(caller, [further]));
    const [{ action, resource } = { action: name, resource: '*' }] = asked;
    return service.refuse(`User: ${caller} is not authorized to perform: ${action} on resource: ${resource}`);
  };
  const server = createServer(async (request, response) => {
    const { status, headers, body } = await answer(request);
    response.writeHead(status, headers).end(body);
  });
  const models = createHttp2Server(async (request, response) => {
    const { status, headers = {}, body = '' } = await answer(request);
    response.writeHead(status, headers).end(body);
  });
  const [url, modelsUrl] = await Promise.all([listen(server), listen(models)]);
  const queueUrl = (queue: string) => `${url}/123456789012/${queue}`;
  const table = createDynamoDb(engine);
  const { service: ses, mails } = createSes();
  const services: Readonly<Record<string, Service>> = {
    sqs: createSqs(queues, queueUrl),
    s3: createS3(objects),
    dynamodb: table.service,
    bedrock: createBedrock(),
    ses,
    ssm: createSsm(parameters),
  };

  return {
    queueUrl,
    mails,
    /** Makes the next requests of an action fail that functions send to the table. */
    failTable: table.fail,
    /** Returns the variables that lead a function to these services, as itself. */
    variablesOf: (functionName: string): Record<string, string> => ({
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: accessKeyOf(functionName),
      AWS_SECRET_ACCESS_KEY: 'box',
      AWS_ENDPOINT_URL: url,
      AWS_ENDPOINT_URL_SSM: url,
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: modelsUrl,
    }),
    close: async () => {
      table.close();
      server.closeAllConnections();
      for (const each of [server, models]) each.close();
      await once(server, 'close');
    },
  };
};
