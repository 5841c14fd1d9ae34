import { createHash, randomUUID } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { fromFunctionUrlResult, toFunctionUrlEvent } from '../../backend/src/local/http/http-event.ts';
import type { Origin, ViewerRequest } from './edge.ts';
import { ThrottledError, type Functions } from './functions.ts';
import { createGate, like, readStatements } from './rights.ts';
import type { Answer } from './service.ts';
import type { DistributionSpec } from './distribution.ts';
import { bucketArn, isRecord, type Stacks } from './stacks.ts';
import { mayCall, type FunctionUrl } from './urls.ts';

const SERVICE = 'cloudfront.amazonaws.com';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
};

/** Files of the page that are put into its bucket with one header. What is included counts more than what is excluded. */
type Deployment = { exclude: readonly string[]; include: readonly string[]; cacheControl: string };

const matches = (patterns: readonly string[], file: string): boolean =>
  patterns.some((pattern) => like(pattern, file));

/** Returns the objects of the page's bucket, by key: the files of this folder as the deployments put them there. */
const readPage = (folder: string | undefined, deployments: readonly Deployment[]): Map<string, Answer> => {
  const objects = new Map<string, Answer>();
  if (folder === undefined) return objects;
  for (const file of globSync('**/*', { cwd: folder })) {
    if (!statSync(join(folder, file)).isFile()) continue;
    for (const { exclude, include, cacheControl } of deployments) {
      if (matches(exclude, file) && !matches(include, file)) continue;
      const body = readFileSync(join(folder, file));
      objects.set(file, {
        status: 200,
        headers: {
          'content-type': types[extname(file)] ?? 'binary/octet-stream',
          'cache-control': cacheControl,
          etag: `"${createHash('md5').update(body).digest('hex')}"`,
        },
        body,
      });
    }
  }
  return objects;
};

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Reads what the templates say of the origins of a distribution: who may reach them, and what is in the bucket. */
export const readOrigins = (
  stacks: Stacks,
  urls: readonly FunctionUrl[],
  { arn: distribution, origins }: Pick<DistributionSpec, 'arn' | 'origins'>,
  folder: string | undefined,
) => {
  const { all, resolve } = stacks;
  const deployments = all('Custom::CDKBucketDeployment').map(({ properties }): Deployment => {
    const metadata = properties['SystemMetadata'];
    return {
      exclude: texts(properties['Exclude']),
      include: texts(properties['Include']),
      cacheControl: isRecord(metadata) ? String(metadata['cache-control']) : '',
    };
  });
  const [bucket] = all('Custom::CDKBucketDeployment').map(({ stack, properties }) =>
    resolve(stack, properties['DestinationBucketName']),
  );
  const policy = all('AWS::S3::BucketPolicy')
    .filter(({ stack, properties }) => resolve(stack, properties['Bucket']) === bucket)
    .flatMap(({ stack, properties }) =>
      readStatements(properties['PolicyDocument'], (value) => resolve(stack, value), SERVICE),
    );
  /** Returns the URL of an origin; undefined if the distribution has no such origin. */
  const urlOf = (name: 'api' | 'clients'): FunctionUrl | undefined => {
    const host = [...origins.values()].find(({ origin }) => origin === name)?.host;
    return urls.find((url) => url.host === host);
  };
  const api = urlOf('api');
  const clients = urlOf('clients');
  return {
    bucket: bucket ?? '',
    policy,
    objects: readPage(folder, deployments),
    /** The function that the API's URL calls; undefined if the distribution may not call it. */
    api: api !== undefined && mayCall(stacks, api, SERVICE, distribution) ? api.functionName : undefined,
    /** The function that the URL for other feed readers calls; undefined if not everybody may call it. */
    clients: clients !== undefined && mayCall(stacks, clients, '*') ? clients.functionName : undefined,
  };
};

type Origins = ReturnType<typeof readOrigins>;

const DENIED: Answer = {
  status: 403,
  headers: { 'content-type': 'application/xml' },
  body: '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
};

/** Creates the page's bucket as an origin. A missing object is forbidden, because its policy lets nobody list. */
export const createPageOrigin = (
  { bucket, policy, objects }: Pick<Origins, 'bucket' | 'policy' | 'objects'>,
  distribution: string,
): Origin => {
  const gate = createGate(new Map([[SERVICE, policy]]));
  const keys = { 'aws:SourceArn': [distribution], 'aws:SecureTransport': ['true'] };
  return ({ path }) => {
    const key = decodeURIComponent(path.slice(1));
    const asked = { action: 's3:GetObject', resource: `${bucketArn(bucket)}/${key}`, keys };
    return gate.allows(SERVICE, [asked]) ? (objects.get(key) ?? DENIED) : DENIED;
  };
};

const sha256 = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

const refused = (message: string): Answer => ({
  status: 403,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message }),
});

/** Calls a function by its URL with a request of the distribution, and these headers instead of those that it has from the viewer. */
const callFunction = async (
  { invoke }: Pick<Functions, 'invoke'>,
  name: string,
  { method, path, query, headers, body, address }: ViewerRequest,
  added: Readonly<Record<string, string>>,
): Promise<Answer> => {
  const raw = {
    method,
    headers,
    body,
    address,
    proxyUser: null,
    requestId: randomUUID(),
    receivedAt: new Date(),
  };
  const event = toFunctionUrlEvent({ ...raw, target: query === '' ? path : `${path}?${query}` });
  const { cookie: _, ...sent } = headers;
  const received = {
    ...Object.fromEntries(Object.entries(sent).map(([header, value]) => [header, String(value)])),
    host: event.requestContext.domainName,
    'x-forwarded-for': address,
    ...added,
  };
  try {
    const result = await invoke(name, { ...event, headers: received });
    // The handler's answer.
    const answer = fromFunctionUrlResult(result as APIGatewayProxyStructuredResultV2);
    const cookies = answer.cookies ?? [];
    return {
      status: answer.status,
      headers: { ...answer.headers, ...(cookies.length === 0 ? {} : { 'set-cookie': [...cookies] }) },
      body: answer.body,
    };
  } catch (error) {
    if (!(error instanceof ThrottledError)) return { status: 502 };
    const refusal = { Reason: 'ConcurrentInvocationLimitExceeded', Type: 'User', message: 'Rate Exceeded.' };
    return {
      status: 429,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(refusal)),
    };
  }
};

/**
 * Creates the function URL of the API as an origin. The signature of the distribution is in the place of Authorization, and
 * covers the body by the hash that the viewer sends; without it, that of no body.
 */
export const createApiOrigin =
  (functions: Pick<Functions, 'invoke'>, { api }: Pick<Origins, 'api'>): Origin =>
  async (request) => {
    if (api === undefined) return refused('Forbidden');
    if ((request.headers['x-amz-content-sha256'] ?? sha256(Buffer.alloc(0))) !== sha256(request.body))
      return refused('The request signature we calculated does not match the signature you provided.');
    return callFunction(functions, api, request, {
      authorization: 'AWS4-HMAC-SHA256 Credential=distribution',
    });
  };

/** Creates the function URL for other feed readers as an origin, whose requests nobody signs. */
export const createClientsOrigin =
  (functions: Pick<Functions, 'invoke'>, { clients }: Pick<Origins, 'clients'>): Origin =>
  (request) =>
    clients === undefined ? refused('Forbidden') : callFunction(functions, clients, request, {});
