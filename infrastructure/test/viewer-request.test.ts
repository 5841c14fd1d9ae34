import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { viewerRequestCode } from '../lib/frontend/viewer-request.ts';

type Headers = Record<string, { value: string }>;
type Request = { method: string; uri: string; querystring: object; headers: Headers };
type Event = { viewer: { ip: string }; request: Request };
type Edge = { handler: (event: Event) => Request };

/** Loads the code into an empty context: the runtime offers little beyond the language, and the code needs no more. */
const load = (): Edge => {
  const context = createContext({});
  runInContext(viewerRequestCode(), context);
  return context as unknown as Edge;
};

const edge = load();
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
const pass = (uri: string, headers: Record<string, string> = {}) => edge.handler(eventFor(uri, headers));

describe('what the API receives about the viewer', () => {
  it('is the address and the host that CloudFront saw', () => {
    const { headers } = pass('/api/feeds');
    expect(headers['x-viewer-address']).toEqual({ value: '2001:db8::7' });
    expect(headers['x-viewer-host']).toEqual({ value: 'd111.cloudfront.net' });
  });

  it('is never what the viewer sent in these headers', () => {
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

  it('includes the viewer’s Authorization header, if there is one', () => {
    const { headers } = pass('/api/feeds', { authorization: 'Bearer t0ken' });
    expect(headers['x-viewer-authorization']).toEqual({ value: 'Bearer t0ken' });
    expect(headers).not.toHaveProperty('authorization');
    expect(pass('/api/feeds').headers).not.toHaveProperty('x-viewer-authorization');
    expect(pass('/', { authorization: 'Bearer t0ken' }).headers).toEqual({ host: expect.anything() });
  });

  it('includes every other header unchanged', () => {
    const sent = {
      'x-amz-content-sha256': 'ab'.repeat(32),
      cookie: 'a=b',
      origin: 'https://d111.cloudfront.net',
    };
    const { headers } = pass('/api/feeds', sent);
    for (const [name, value] of Object.entries(sent)) expect(headers[name]).toEqual({ value });
  });
});

describe('the paths of the page', () => {
  it.each(['/', '/feeds', '/feeds/0a1b/', '/keywords', '/api', '/apiary'])('lead to the app at %s', (uri) => {
    expect(pass(uri).uri).toBe('/index.html');
  });

  it.each(['/index.html', '/assets/app-1a2b.js', '/favicon.svg', '/api/feeds', '/api/feeds/x.y'])(
    'leave %s unchanged',
    (uri) => {
      expect(pass(uri).uri).toBe(uri);
    },
  );
});

it('the code fits into a CloudFront function', () => {
  expect(Buffer.byteLength(viewerRequestCode())).toBeLessThan(10_240);
});
