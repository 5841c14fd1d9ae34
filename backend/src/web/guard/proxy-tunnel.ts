import { connect, isIP, type Socket } from 'node:net';
import { basicAuth } from '../../lib/basic-auth.ts';
import { OutboundError } from './guarded-fetch.ts';
import { withoutBrackets } from './target.ts';

/** The proxy through which other servers are asked (OUTBOUND_PROXY). */
export type Proxy = { host: string; port: number; authorization: string | null };

/** As undici sets it for the sockets that it opens. */
const KEEP_ALIVE_MS = 60_000;
/** The most bytes that a proxy may answer before the tunnel. */
const MOST_BYTES = 8192;

/** Reads an address such as `http://user:password@proxy.example:3128`, which the settings have checked. */
export const readProxy = (address: string): Proxy => {
  const { hostname, port, username, password } = new URL(address);
  return {
    host: withoutBrackets(hostname),
    port: port === '' ? 80 : Number(port),
    authorization:
      username === '' ? null : basicAuth(decodeURIComponent(username), decodeURIComponent(password)),
  };
};

const unreachable = (message: string, options?: ErrorOptions) =>
  new OutboundError('unreachable', message, options);

/** Returns the error that the proxy's answer means; null if the tunnel stands, undefined while the answer is not whole. */
const refusalIn = (answer: string, target: string): OutboundError | null | undefined => {
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1];
  const end = answer.indexOf('\r\n\r\n');
  if (end === -1)
    return answer.length > MOST_BYTES
      ? unreachable('The proxy answered with something that is not HTTP.')
      : undefined;
  if (status === undefined) return unreachable('The proxy answered with something that is not HTTP.');
  if (!status.startsWith('2')) return unreachable(`The proxy does not lead to ${target} (HTTP ${status}).`);
  return end + 4 === answer.length ? null : unreachable('The proxy sent more than its answer.');
};

/**
 * Opens a tunnel to an address and port by `CONNECT` (RFC 9110, 9.3.6). The proxy resolves nothing: `address` is an IP address.
 * Rejects with OutboundError, whose message names `hostname` at most.
 */
export const openTunnel = (
  proxy: Proxy,
  { address, port, hostname }: { address: string; port: number; hostname: string },
  timeoutMs: number,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const authority = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
    const socket = connect({ host: proxy.host, port: proxy.port });
    let answer = '';
    const settle = (): void => {
      clearTimeout(timer);
      socket.off('data', read).off('error', fail).off('close', end);
    };
    const give = (error: OutboundError): void => {
      settle();
      socket.on('error', () => {}).destroy();
      reject(error);
    };
    const fail = (cause: Error): void => give(unreachable('The proxy cannot be reached.', { cause }));
    const end = (): void => give(unreachable('The proxy broke off the connection.'));
    const read = (chunk: Buffer): void => {
      answer += chunk.toString('latin1');
      const refusal = refusalIn(answer, hostname);
      if (refusal === undefined) return;
      if (refusal !== null) {
        give(refusal);
        return;
      }
      settle();
      socket.pause().setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
      resolve(socket);
    };
    const timer = setTimeout(
      () => give(new OutboundError('timed_out', 'The proxy did not answer in time.')),
      timeoutMs,
    );
    socket.on('data', read).on('error', fail).on('close', end);
    socket.once('connect', () => {
      const sign = proxy.authorization === null ? '' : `Proxy-Authorization: ${proxy.authorization}\r\n`;
      socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${sign}\r\n`);
    });
  });
