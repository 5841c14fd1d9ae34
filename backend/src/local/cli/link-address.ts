import { networkInterfaces } from 'node:os';
import { isLoopback, wildcards } from './host-names.ts';
import type { LocalOptions } from './options.ts';

type Served = Pick<LocalOptions, 'host' | 'names' | 'port' | 'environment'>;

const firstAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';

/** Returns the address under which a reader probably reaches the server: its first name, or its address in the network. */
export const servedOrigin = ({ host, names, port, environment }: Served): string => {
  const [name] = names;
  if (name !== undefined) return `${environment.ALLOW_HTTP === 'on' ? 'http' : 'https'}://${name}`;
  const shown = wildcards.has(host) ? firstAddress() : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
};

/** Returns the lines that a start prints while nobody can sign in yet. */
export const setupLines = (served: Served, path: string): string[] => {
  const origin = servedOrigin(served);
  const { hostname, protocol } = new URL(origin);
  const isPlain = protocol === 'http:' && !isLoopback(hostname) && served.environment.ALLOW_HTTP !== 'on';
  return [
    'Nobody can sign in yet. Open this link within a day to become the owner, with a passkey or a password. It works once:',
    `  ${origin}${path}`,
    ...(isPlain
      ? [
          'That address is not https, so browsers keep no session there. Put a proxy with https before Omomi and name it in',
          'ALLOWED_HOSTS, or set ALLOW_HTTP=on if nobody else can listen in this network.',
        ]
      : []),
    'Other ways in: OpenID Connect (OIDC_CLIENT_ID) and the header of a proxy that signs readers in (AUTH_PROXY_HEADER).',
  ];
};
