import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withSecrets } from './secrets.ts';

type Asked = { target: unknown; authorization: unknown; token: unknown; body: unknown };

let server: Server;
let asked: Asked[];
let answer: { status: number; body: unknown };
beforeEach(async () => {
  asked = [];
  server = createServer(async (request, response) => {
    const { authorization, 'x-amz-target': target, 'x-amz-security-token': token } = request.headers;
    asked.push({ target, authorization, token, body: JSON.parse(await text(request)) });
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const variables = () => ({
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'AKID',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'session',
  AWS_ENDPOINT_URL_SSM: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  OTHER: 'plain',
});
const named = () => ({
  ...variables(),
  OIDC_CLIENT_SECRET_PARAMETER: '/omomi/oidc:3',
  OPENAI_API_KEY_PARAMETER: 'key:12',
});

it('reads all parameters in one signed request, as the role of the function', async () => {
  answer = {
    status: 200,
    body: {
      Parameters: [
        { Name: 'key', Version: 12, Value: 'a key' },
        { Name: '/omomi/oidc', Version: 3, Value: 'a secret' },
      ],
      InvalidParameters: [],
    },
  };
  expect(await withSecrets(named())).toEqual({
    ...named(),
    OIDC_CLIENT_SECRET: 'a secret',
    OPENAI_API_KEY: 'a key',
  });
  expect(asked).toMatchObject([
    {
      target: 'AmazonSSM.GetParameters',
      token: 'session',
      body: { Names: ['/omomi/oidc:3', 'key:12'], WithDecryption: true },
    },
  ]);
  expect(asked[0]?.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-central-1\/ssm\/aws4_request, SignedHeaders=.*host.*, Signature=[0-9a-f]{64}$/,
  );
});

it('asks nothing where no variable names a parameter', async () => {
  expect(await withSecrets(variables())).toEqual(variables());
  expect(asked).toEqual([]);
});

it.each([
  [
    { status: 200, body: { Parameters: [{ Name: 'key', Version: 12, Value: 'a key' }] } },
    'SSM has no /omomi/oidc:3',
  ],
  [{ status: 400, body: { __type: 'AccessDeniedException' } }, 'SSM answered 400: {"__type":"AccessDenied'],
])('fails the start if SSM answers with %j', async (given, message) => {
  answer = given;
  await expect(withSecrets(named())).rejects.toThrow(message);
});
