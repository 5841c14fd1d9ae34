import { expect } from 'vitest';
import { endpoints, type Endpoint, type ErrorCode } from '../../src/contract/index.ts';
import { functionUrlEvent, lambdaContext } from './api/function-url-event.ts';
import type { TestApp } from './app.ts';

/** An answer of the API that is an error, with its status and the contract's code. */
class WireError extends Error {
  readonly status: number;
  readonly code: string;
  /** The sentence on what to do. */
  readonly action: string;

  constructor(status: number, { code, message, action }: { code: string; message: string; action: string }) {
    super(message);
    this.status = status;
    this.code = code;
    this.action = action;
  }
}

type Client = ReturnType<TestApp['as']>;
type WireRequest = { params?: object; query?: object; body?: unknown };

const addressOf = ({ path }: Endpoint, { params = {}, query = {} }: WireRequest): string => {
  const values: Record<string, unknown> = { ...params };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const stated = Object.entries(query).filter(([, value]) => value !== undefined);
  const texts = stated.map(([name, value]): [string, string] => [name, String(value)]);
  const search = new URLSearchParams(texts).toString();
  return search === '' ? filled : `${filled}?${search}`;
};

/** The sign-in settings under which `wireClient` works: everyone at `reader.example` may sign in. */
export const wireSignIn = { providers: [], allowed: ['@reader.example'], owner: 'owner@reader.example' };

/**
 * Signs a reader in with an API token and returns a client that sends each call as an HTTP request: through the router,
 * authentication, the contract's parsing and the JSON of the answer. A call throws WireError where the answer is an
 * error. The app needs `signIn: wireSignIn`.
 */
export const wireClient = async (app: TestApp, user_id: string): Promise<Client> => {
  const email = `${user_id}@reader.example`;
  await app.stores.profiles.setPerson(user_id, { email, name: null }, app.now().toISOString());
  const { token } = await app.as(user_id).call('createToken', { body: { name: 'test', scope: 'write' } });
  const send = async (name: keyof typeof endpoints, request: WireRequest = {}): Promise<unknown> => {
    const endpoint: Endpoint = endpoints[name];
    const { method, status, acceptedResponse } = endpoint;
    const event = functionUrlEvent({
      method,
      path: addressOf(endpoint, request),
      headers: { 'x-viewer-authorization': `Bearer ${token}` },
      body: request.body,
    });
    const { statusCode = 0, body = '' } = await app.api(event, lambdaContext());
    const json: unknown = body === '' ? undefined : JSON.parse(body);
    if (statusCode !== status && !(acceptedResponse !== undefined && statusCode === 202))
      throw new WireError(statusCode, (json as { error: WireError }).error);
    return json;
  };
  return { call: send } as Client;
};

/** Checks that the API refuses a call with one of these codes, and says why and what to do. */
export const expectRefused = async (call: Promise<unknown>, ...codes: ErrorCode[]): Promise<void> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WireError);
  const { code, message, action } = error as WireError;
  expect(codes).toContain(code);
  expect(`${message} ${action}`).toMatch(/^\S.*\. \S.*\.$/s);
};
