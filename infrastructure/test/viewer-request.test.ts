import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientBases } from '../../backend/src/config/client-paths.ts';
import { loadEdgeFunction, type EdgeEvent } from '../box/edge.ts';
import { clientsOrigin, viewerRequestCode } from '../lib/frontend/viewer-request.ts';

type Request = EdgeEvent['request'];

/** Loads the code, and notes the origins that it selects. */
const load = (servesClients: boolean) => {
  const selected: string[] = [];
  const { handler } = loadEdgeFunction(viewerRequestCode({ servesClients }), (id) => selected.push(id));
  // None of these tests expects an answer of the function, except where it says so.
  return { handler: (event: EdgeEvent) => handler(event) as Request, selected };
};

const edge = load(true);
const eventFor = (uri: string, headers: Record<string, string> = {}, method = 'GET'): EdgeEvent => ({
  viewer: { ip: '2001:db8::7' },
  request: {
    method,
    uri,
    querystring: {},
    cookies: {},
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
      fc.property(
        fc.string(),
        fc.constantFrom('/api/feeds', '/reader/api/0/token', '/', '/assets/app.js'),
        (forged, uri) => {
          const { headers } = pass(uri, {
            'x-viewer-address': forged,
            'x-viewer-host': forged,
            'x-viewer-authorization': forged,
          });
          const expected = /^\/(api|reader)/.test(uri)
            ? [{ value: '2001:db8::7' }, { value: 'd111.cloudfront.net' }, undefined]
            : [undefined, undefined, undefined];
          expect([
            headers['x-viewer-address'],
            headers['x-viewer-host'],
            headers['x-viewer-authorization'],
          ]).toEqual(expected);
        },
      ),
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

describe('the paths of other feed readers', () => {
  const paths = clientBases.flatMap((base) => [base, `${base}/`, `${base}/api/0/token`, `${base}/x.html`]);

  it.each(paths)('%s is left as it is, with what the viewer signed in with', (uri) => {
    const request = pass(uri, { authorization: 'GoogleLogin auth=t0ken' });
    expect(request.uri).toBe(uri);
    expect(request.headers['x-viewer-authorization']).toEqual({ value: 'GoogleLogin auth=t0ken' });
  });

  it.each(paths)('%s is 404 where none are served, never the page', (uri) => {
    expect(load(false).handler(eventFor(uri))).toMatchObject({ statusCode: 404 });
  });

  it('are those alone that begin with a whole part', () => {
    for (const uri of ['/readers', '/feverish', '/opdsx', '/account'])
      expect(load(false).handler(eventFor(uri)).uri).toBe('/index.html');
  });
});

describe('a script’s write', () => {
  const bearer = { authorization: 'Bearer omomi_ann_secret' };
  /** Returns the origins that a request selects, of a deployment that serves other feed readers or none. */
  const originsFor = (uri: string, headers: Record<string, string>, method: string, servesClients = true) => {
    const { handler, selected } = load(servesClients);
    const request = handler(eventFor(uri, headers, method));
    const { authorization: value } = headers;
    expect(request.headers['x-viewer-authorization']).toEqual(value === undefined ? undefined : { value });
    expect(request.headers).not.toHaveProperty('authorization');
    return selected;
  };

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s goes to the function of other feed readers', (method) => {
    expect(originsFor('/api/keywords', bearer, method)).toEqual([clientsOrigin]);
    expect(originsFor('/api/jobs/crawl', { authorization: 'bearer  omomi_x' }, method)).toEqual([
      clientsOrigin,
    ]);
  });

  it('is no other than what ends a mail, which has no token', () => {
    expect(originsFor('/api/mail/ann.secret/stop', {}, 'POST')).toEqual([clientsOrigin]);
    expect(originsFor('/api/mail/ann.secret/stop', {}, 'GET')).toEqual([]);
    expect(originsFor('/api/mailing', {}, 'POST')).toEqual([]);
  });

  it.each<[string, string, Record<string, string>, string, boolean]>([
    ['it reads', '/api/keywords', bearer, 'GET', true],
    ['it reads the head alone', '/api/keywords', bearer, 'HEAD', true],
    ['it has the digest', '/api/keywords', { ...bearer, 'x-amz-content-sha256': 'ab' }, 'POST', true],
    ['it has no token', '/api/keywords', { cookie: 'a=b' }, 'POST', true],
    ['its token is of another kind', '/api/keywords', { authorization: 'Bearer eyJ0' }, 'POST', true],
    ['it names one without a scheme', '/api/keywords', { authorization: 'omomi_x_y' }, 'POST', true],
    ['it signs in', '/api/auth/password', bearer, 'POST', true],
    ['its path is their own', '/reader/api/0/edit-tag', bearer, 'POST', true],
    ['there is no such function', '/api/keywords', bearer, 'POST', false],
  ])('goes where it went before if %s', (_, uri, headers, method, servesClients) => {
    expect(originsFor(uri, headers, method, servesClients)).toEqual([]);
  });
});

it('the code fits into a CloudFront function', () => {
  expect(Buffer.byteLength(viewerRequestCode({ servesClients: true }))).toBeLessThan(10_240);
});
