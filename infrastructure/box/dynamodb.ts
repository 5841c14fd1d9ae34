import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { askedOfTable } from './calls.ts';
import { actionOf, jsonIn, refuseAsJson, type Call, type Service } from './service.ts';

const failed = {
  status: 500,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({ __type: 'com.amazon.coral.service#InternalServerError', message: 'a fault' }),
};

/** Creates the way to Amazon's DynamoDB Local, which knows no roles. `fail` makes the next requests of an action fail. */
export const createDynamoDb = (endpoint: { hostname: string; port?: number | undefined }) => {
  const agent = new Agent({ keepAlive: true });
  const failing = new Map<string, number>();
  /** Sends a call on, and again if DynamoDB Local had just closed the idle connection that it was sent over. */
  const sendOn = async (call: Call): Promise<IncomingMessage> => {
    const { method, headers, body } = call;
    const { hostname: host, port } = endpoint;
    const sent = request({ agent, host, port, method, path: '/', headers }).end(body);
    try {
      const [response]: IncomingMessage[] = await once(sent, 'response');
      return response!;
    } catch (error) {
      if (!sent.reusedSocket) throw error;
      return sendOn(call);
    }
  };
  const service: Service = {
    asks: (call) => askedOfTable(actionOf(call), jsonIn(call)),
    answer: async (call) => {
      const left = failing.get(actionOf(call)) ?? 0;
      if (left > 0) {
        failing.set(actionOf(call), left - 1);
        return failed;
      }
      const response = await sendOn(call);
      return {
        status: response.statusCode ?? 500,
        headers: response.headers,
        body: await buffer(response),
      };
    },
    refuse: refuseAsJson,
  };
  const fail = (action: string, times: number): void => void failing.set(action, times);
  return { service, fail, close: () => agent.destroy() };
};
