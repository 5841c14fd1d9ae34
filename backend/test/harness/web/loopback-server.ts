import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export type LoopbackServer = AsyncDisposable & {
  /** The host as `127.0.0.1:<port>`, in the format of FETCH_ALLOW_HOSTS. */
  host: string;
  port: number;
  /** The origin as `http://127.0.0.1:<port>`. */
  origin: string;
  /** Returns the number of connections accepted so far. */
  connections: () => number;
  /** The path and query of each request so far. */
  paths: string[];
};

const isAddress = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

/** Starts an HTTP server on a free port of 127.0.0.1; it stops at the end of the scope that uses it. */
export const startLoopbackServer = async (listener: RequestListener): Promise<LoopbackServer> => {
  const paths: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    listener(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!isAddress(address)) throw new Error('the loopback server has no port');
  const host = `127.0.0.1:${address.port}`;
  return {
    host,
    port: address.port,
    origin: `http://${host}`,
    connections: () => connections,
    paths,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
