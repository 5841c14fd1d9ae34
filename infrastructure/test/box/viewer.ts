import { createHash } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Api } from '../../../backend/src/api/requests.ts';
import { ourOrigin } from '../../../backend/test/harness/api/api-browser.ts';

export type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer };

/** Sends a request as a viewer does, without a header that is not named. */
export const sendToEdge = async (url: string, { method = 'GET', headers = {}, body }: Sent = {}) => {
  const sent = request(url, { method, headers, agent: false });
  sent.end(body);
  const response = await new Promise<IncomingMessage>((done, failed) =>
    sent.once('response', done).once('error', failed),
  );
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
};

/** The headers that CloudFront or a function URL adds. A viewer does not send them. */
const notOfViewer = /^(host|user-agent|x-forwarded-for|x-viewer-.*)$/;

type ViewerOptions = {
  /** False for a script, which sends no digest of a body, and nothing that a browser alone sends. */
  isPage?: boolean;
  /** Headers that each request has beside its own. */
  adds?: Record<string, string>;
};

/**
 * Returns the API at the address of a distribution, for a browser of `createApiBrowser`: sends what a viewer had sent for the
 * event of the function URL, and returns the answer as the function's.
 */
export const apiAt =
  (url: string, { isPage = true, adds = {} }: ViewerOptions = {}): Api =>
  async ({ requestContext, rawPath, rawQueryString, headers, cookies = [], body, isBase64Encoded }) => {
    const { method } = requestContext.http;
    const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
    const own = Object.entries(headers).flatMap(([name, value = '']): [string, string][] => {
      if (name === 'x-viewer-authorization') return [['authorization', value]];
      if (name === 'origin' && value === ourOrigin) return isPage ? [[name, url]] : [];
      return notOfViewer.test(name) || (!isPage && name.startsWith('sec-')) ? [] : [[name, value]];
    });
    const written = {
      ...(isPage ? { 'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex') } : {}),
      ...(bytes.length > 0 ? { 'content-type': 'application/json' } : {}),
      'content-length': `${bytes.length}`,
    };
    const answer = await sendToEdge(`${url}${rawPath}${rawQueryString === '' ? '' : `?${rawQueryString}`}`, {
      method,
      headers: {
        ...(method === 'GET' ? {} : written),
        ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
        ...Object.fromEntries(own),
        ...adds,
      },
      ...(bytes.length === 0 ? {} : { body: bytes }),
    });
    const { 'set-cookie': set = [], ...given } = answer.headers;
    const texts = Object.entries(given).map(([name, value]) => [name, String(value)]);
    return {
      statusCode: answer.status ?? 0,
      headers: Object.fromEntries(texts),
      cookies: set,
      ...(answer.body.length === 0 ? {} : { body: answer.body.toString() }),
    };
  };
