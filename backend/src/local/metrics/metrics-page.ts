import ipaddr from 'ipaddr.js';
import { isSameSecret } from '../../lib/digest.ts';
import type { MetricsPage, MetricsRequest } from '../http/app.ts';
import { errorAnswer, type Answer } from '../http/refusals.ts';

/** The content type of Prometheus' text format, version 0.0.4. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const noToken = errorAnswer('FORBIDDEN', {
  message: 'Metrics are for this machine only, because no token is set for them',
  action: 'Set METRICS_TOKEN, start Omomi again and send the token as Authorization: Bearer.',
});
const wrongToken = errorAnswer('UNAUTHENTICATED', {
  message: 'The token of the metrics is missing or wrong',
  action: 'Send the value of METRICS_TOKEN as Authorization: Bearer.',
});
const wrongMethod = errorAnswer('METHOD_NOT_ALLOWED', {
  message: 'This address is served with GET, HEAD only',
  action: 'Send a GET request.',
});

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

const hasToken = (authorization: string | undefined, token: string): boolean => {
  const given = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return given !== undefined && isSameSecret(given, token);
};

/** Returns the refusal of a request that may not read the metrics; null for one that may. */
const refusalOf = (request: MetricsRequest, token: string | undefined): Answer | null => {
  if (isLoopback(request.address) && !request.isForwarded) return null;
  if (token === undefined) return noToken;
  if (hasToken(request.authorization, token)) return null;
  return { ...wrongToken, headers: { ...wrongToken.headers, 'www-authenticate': 'Bearer' } };
};

/**
 * Creates the page of the metrics. A viewer on this machine who uses no proxy needs no token; any other needs the one
 * that is set, and is refused if none is. They tell how much is read, but neither who reads nor what.
 */
export const createMetricsPage =
  (token: string | undefined, read: () => Promise<string>): MetricsPage =>
  async (request) => {
    if (!['GET', 'HEAD'].includes(request.method))
      return { ...wrongMethod, headers: { ...wrongMethod.headers, allow: 'GET, HEAD' } };
    const refused = refusalOf(request, token);
    if (refused !== null) return refused;
    return {
      status: 200,
      headers: { 'content-type': EXPOSITION_TYPE, 'cache-control': 'no-store' },
      body: Buffer.from(await read()),
    };
  };
