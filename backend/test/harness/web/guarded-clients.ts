import type { RequestListener } from 'node:http';
import { parseAllowHosts } from '../../../src/web/guard/target.ts';
import { createGuardedFetch } from '../../../src/web/fetch/create-guarded-fetch.ts';
import type {
  ClosableGuardedFetch,
  GuardedFetchOptions,
} from '../../../src/web/fetch/create-guarded-fetch.ts';
import type { Lookup } from '../../../src/web/guard/guarded-connector.ts';

/** Creates guarded clients and closes them all at the end of a test. */
export const createClients = () => {
  const open: ClosableGuardedFetch[] = [];
  return {
    client: (allow: string, options: Partial<GuardedFetchOptions> = {}): ClosableGuardedFetch => {
      const fetch = createGuardedFetch({
        allowHosts: parseAllowHosts(allow),
        userAgent: 'Omomi-test/1',
        ...options,
      });
      open.push(fetch);
      return fetch;
    },
    closeAll: async (): Promise<void> => {
      await Promise.all(open.splice(0).map((fetch) => fetch.close()));
    },
  };
};

export const loopbackLookup: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];

export const textOf = (body: Uint8Array): string => new TextDecoder().decode(body);

export const answering =
  (headers: Record<string, string>, body: Uint8Array | string): RequestListener =>
  (_request, response) => {
    response.writeHead(200, headers).end(body);
  };
