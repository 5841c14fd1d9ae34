import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

export type EventParts = {
  method?: string;
  /** The path, with its query string if there is one. */
  path?: string;
  /** Header names in lower case; undefined removes a header. */
  headers?: Record<string, string | undefined>;
  cookies?: string[];
  /** The body: text is sent as it is, bytes as base64, anything else as JSON. */
  body?: unknown;
};

export const viewerHost = 'reader.example';

const bodyOf = (body: unknown): { body?: string; isBase64Encoded: boolean } => {
  if (body === undefined) return { isBase64Encoded: false };
  if (typeof body === 'string') return { body, isBase64Encoded: false };
  if (body instanceof Uint8Array) {
    return { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  }
  return { body: JSON.stringify(body), isBase64Encoded: false };
};

/** Creates the event of a Lambda function URL behind CloudFront, by default a request from the application's page. */
export const functionUrlEvent = (parts: EventParts = {}): APIGatewayProxyEventV2 => {
  const { method = 'GET', path = '/', headers = {}, cookies } = parts;
  const [rawPath = '/', rawQueryString = ''] = path.split(/\?(.*)/s);
  const functionHost = 'abcdefghij.lambda-url.eu-central-1.on.aws';
  const withDefaults = {
    host: functionHost,
    'user-agent': 'Amazon CloudFront',
    'x-forwarded-for': '198.51.100.7',
    'x-viewer-host': viewerHost,
    'x-viewer-address': '198.51.100.7',
    ...(method === 'GET' ? {} : { origin: `https://${viewerHost}`, 'sec-fetch-site': 'same-origin' }),
    ...headers,
  };
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    ...(cookies === undefined ? {} : { cookies }),
    headers: Object.fromEntries(Object.entries(withDefaults).filter(([, value]) => value !== undefined)),
    ...(rawQueryString === ''
      ? {}
      : { queryStringParameters: Object.fromEntries(new URLSearchParams(rawQueryString)) }),
    requestContext: {
      accountId: '123456789012',
      apiId: 'abcdefghij',
      domainName: functionHost,
      domainPrefix: 'abcdefghij',
      http: {
        method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: '198.51.100.7',
        userAgent: 'Amazon CloudFront',
      },
      requestId: '7d5b1a52-6f0f-4b7b-9f7e-1c8f0c0f1a11',
      routeKey: '$default',
      stage: '$default',
      time: '31/Jan/2026:08:00:00 +0000',
      timeEpoch: 1_769_846_400_000,
    },
    ...bodyOf(parts.body),
  };
};

export const lambdaContext = (awsRequestId = '2c7bb4b8-3f0c-4d2a-8f43-2f2b8f0a7c55'): Context => ({
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'api',
  functionVersion: '$LATEST',
  invokedFunctionArn: 'arn:aws:lambda:eu-central-1:123456789012:function:api',
  memoryLimitInMB: '512',
  awsRequestId,
  logGroupName: '/aws/lambda/api',
  logStreamName: '2026/01/31/[$LATEST]0',
  getRemainingTimeInMillis: () => 30_000,
  done: () => {},
  fail: () => {},
  succeed: () => {},
});
