import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { askedOfTable } from './calls.ts';
import { actionOf, jsonIn, refuseAsJson, type Service } from './service.ts';

/** Creates the way to Amazon's DynamoDB Local, which knows no roles. */
export const createDynamoDb = (endpoint: { hostname: string; port?: number | undefined }) => {
  const agent = new Agent({ keepAlive: true });
  const service: Service = {
    asks: (call) => askedOfTable(actionOf(call), jsonIn(call)),
    answer: async ({ method, headers, body }) => {
      const { hostname: host, port } = endpoint;
      const sent = request({ agent, host, port, method, path: '/', headers }).end(body);
      const [response]: IncomingMessage[] = await once(sent, 'response');
      return {
        status: response!.statusCode ?? 500,
        headers: response!.headers,
        body: await buffer(response!),
      };
    },
    refuse: refuseAsJson,
  };
  return { service, close: () => agent.destroy() };
};
