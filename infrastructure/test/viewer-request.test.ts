import { createHash } from 'node:crypto';
import * as crypto from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { viewerRequestCode } from '../lib/frontend/viewer-request.ts';

type Headers = Record<string, { value: string }>;
type Request = { method: string; uri: string; querystring: object; headers: Headers };
type Answer = { statusCode: number; headers: Headers; body: { encoding: string; data: string } };
type Event = { viewer: { ip: string }; request: Request };
type Edge = {
  handler: (event: Event) => Request | Answer;
  forward: (event: Event) => Request;
};

const credentials = 'rei:correct horse battery staple 重み';
const hash = createHash('sha256').update(credentials).digest('hex');
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

/** What the runtime offers to the code: the language, require and Buffer. */
const load = (accessHash?: string): Edge => {
  const context = createContext({
    Buffer,
    require: (name: string) => {
      if (name !== 'crypto') throw new Error(`the runtime has no module ${name}`);
      return crypto;
    },
  });
  runInContext(viewerRequestCode(accessHash), context);
  return context as unknown as Edge;
};

const open = load(hash);
const eventFor = (uri: string, headers: Record<string, string> = {}): Event => ({
  viewer: { ip: '2001:db8::7' },
  request: {
    method: 'GET',
    uri,
    querystring: {},
    headers: Object.fromEntries(
      Object.entries({ host: 'd111.cloudfront.net', ...headers }).map(([name, value]) => [name, { value }]),
    ),
  },
});
const admitted = { authorization: basic(credentials) };
const pass = (uri: string, headers: Record<string, string> = {}) =>
  open.handler(eventFor(uri, { ...admitted, ...headers })) as Request;
const refuse = (edge: Edge, uri: string, headers: Record<string, string> = {}) =>
  edge.handler(eventFor(uri, headers)) as Answer;

describe('admission', () => {
  it.each(['/', '/api/health', '/assets/app.js'])('refuses %s to everyone without a hash', (uri) => {
    for (const headers of [{}, admitted, { authorization: basic('') }]) {
      const answer = refuse(load(), uri, headers);
      expect(answer.statusCode).toBe(403);
      expect(answer.body.data).toContain('-c access_hash=');
      expect(answer.headers['cache-control']?.value).toBe('no-store');
    }
  });

  it.each(['/', '/api/feeds', '/assets/app.js'])('asks for credentials at %s', (uri) => {
    const answer = refuse(open, uri);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']?.value).toMatch(/^Basic realm=/);
  });

  it('answers the API in the shape of its errors', () => {
    const answer = refuse(open, '/api/feeds');
    expect(answer.headers['content-type']?.value).toBe('application/json');
    expect(JSON.parse(answer.body.data)).toMatchObject({
      error: { code: 'UNAUTHENTICATED', category: 'auth', message: expect.any(String) },
    });
  });

  it('lets the credentials in, whatever the case of the scheme', () => {
    expect(pass('/api/feeds')).not.toHaveProperty('statusCode');
    expect(
      pass('/api/feeds', { authorization: basic(credentials).replace('Basic', 'bAsIc') }),
    ).not.toHaveProperty('statusCode');
  });

  it('refuses every other Authorization', () => {
    const other = fc.oneof(
      fc.string(),
      fc.string().map((text) => `Basic ${text}`),
      fc
        .string()
        .filter((text) => text !== credentials)
        .map(basic),
      fc.string().map((text) => `Bearer ${text}`),
      fc.constantFrom(`Basic ${hash}`, `Bearer ${Buffer.from(credentials).toString('base64')}`),
    );
    fc.assert(
      fc.property(other, (authorization) => {
        expect(refuse(open, '/api/feeds', { authorization }).statusCode).toBe(401);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what the API is told of the viewer', () => {
  it('is the address and the host that CloudFront saw', () => {
    const { headers } = pass('/api/feeds');
    expect(headers['x-viewer-address']).toEqual({ value: '2001:db8::7' });
    expect(headers['x-viewer-host']).toEqual({ value: 'd111.cloudfront.net' });
  });

  it('is never what the viewer wrote under those names', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('/api/feeds', '/', '/assets/app.js'), (forged, uri) => {
        const { headers } = pass(uri, {
          'x-viewer-address': forged,
          'x-viewer-host': forged,
          'x-viewer-authorization': forged,
        });
        const expected = uri.startsWith('/api')
          ? [{ value: '2001:db8::7' }, { value: 'd111.cloudfront.net' }, undefined]
          : [undefined, undefined, undefined];
        expect([
          headers['x-viewer-address'],
          headers['x-viewer-host'],
          headers['x-viewer-authorization'],
        ]).toEqual(expected);
      }),
    );
  });

  it('never holds the credentials of the gate', () => {
    expect(JSON.stringify(pass('/api/feeds').headers)).not.toContain(
      Buffer.from(credentials).toString('base64'),
    );
  });

  it('holds a bearer token', () => {
    const { headers } = open.forward(eventFor('/api/feeds', { authorization: 'Bearer t0ken' }));
    expect(headers['x-viewer-authorization']).toEqual({ value: 'Bearer t0ken' });
    expect(headers).not.toHaveProperty('authorization');
  });

  it('leaves every other header as it was', () => {
    const sent = { 'x-amz-content-sha256': hash, cookie: 'a=b', origin: 'https://d111.cloudfront.net' };
    const { headers } = pass('/api/feeds', sent);
    for (const [name, value] of Object.entries(sent)) expect(headers[name]).toEqual({ value });
  });
});

describe('the paths of the page', () => {
  it.each(['/', '/feeds', '/feeds/0a1b/', '/keywords', '/api', '/apiary'])('gives the app at %s', (uri) => {
    expect(pass(uri).uri).toBe('/index.html');
  });

  it.each(['/index.html', '/assets/app-1a2b.js', '/favicon.svg', '/api/feeds', '/api/feeds/x.y'])(
    'leaves %s alone',
    (uri) => {
      expect(pass(uri).uri).toBe(uri);
    },
  );
});

it('fits into a function of CloudFront', () => {
  expect(Buffer.byteLength(viewerRequestCode(hash))).toBeLessThan(10_240);
});
