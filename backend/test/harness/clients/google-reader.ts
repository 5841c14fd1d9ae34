import type { TestApp } from '../app.ts';
import { functionUrlEvent, lambdaContext } from '../api/function-url-event.ts';

type Fields = readonly [string, string][];

/** Returns the parsed body; undefined if it is no JSON. */
const jsonOf = (text: string): ReturnType<typeof JSON.parse> => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Makes an API token of a reader, as `Settings, Apps` does. */
export const newToken = async (
  app: TestApp,
  scope: 'read' | 'write' = 'write',
  user = 'local',
): Promise<string> => (await app.as(user).call('createToken', { body: { name: 'phone', scope } })).token;

/** A client of the Google Reader API under `base`, which signs in with the token when it is told to. */
export const googleReader = (app: Pick<TestApp, 'api'>, base = '') => {
  let auth: string | null = null;
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    body?: Fields | string,
    headers: Record<string, string> = {},
  ) => {
    const answer = await app.api(
      functionUrlEvent({
        method,
        path: base + path,
        headers: {
          origin: undefined,
          'sec-fetch-site': undefined,
          ...(auth === null ? {} : { 'x-viewer-authorization': `GoogleLogin auth=${auth}` }),
          ...(typeof body === 'object' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : {
              // The function URL and the runner hand on a form as bytes.
              body: Buffer.from(typeof body === 'string' ? body : new URLSearchParams([...body]).toString()),
            }),
      }),
      lambdaContext(),
    );
    const text = Buffer.from(answer.body ?? '', answer.isBase64Encoded === true ? 'base64' : 'utf8').toString(
      'utf8',
    );
    return { status: answer.statusCode ?? 200, headers: answer.headers ?? {}, text, json: jsonOf(text) };
  };
  return {
    get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
    post: (path: string, body: Fields | string = [], headers?: Record<string, string>) =>
      send('POST', path, body, headers),
    /** Signs in as any name with a token, and sends it from then on. */
    login: async (token: string, more: Fields = []) => {
      const answer = await send('POST', '/accounts/ClientLogin', [
        ['Email', 'anybody'],
        ['Passwd', token],
        ...more,
      ]);
      auth = /^Auth=(.*)$/m.exec(answer.text)?.[1] ?? answer.json?.Auth ?? null;
      return answer;
    },
    setAuth: (value: string | null) => {
      auth = value;
    },
  };
};

export type GoogleReader = ReturnType<typeof googleReader>;
