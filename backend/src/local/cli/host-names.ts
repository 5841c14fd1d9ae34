import { isIP } from 'node:net';
import { ConfigError } from '../../config/env.ts';
import { loopbackHosts } from '../http/refusals.ts';
import { networkInterfaces } from 'node:os';
import type { LocalOptions } from './options.ts';

/** Returns true for a name or address that only this machine reaches. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** The addresses that stand for all of this machine. */
export const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Returns the names in ALLOWED_HOSTS. Throws ConfigError. */
export const readNames = (text: string): string[] => {
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  for (const name of names)
    if (URL.parse(`https://${name}`)?.host !== name)
      throw new ConfigError(
        `ALLOWED_HOSTS=${JSON.stringify(name)} is not allowed: expected names such as reader.example or reader.example:8443, separated by commas`,
      );
  return names;
};

/** Returns the listening address and the names in ALLOWED_HOSTS, each name also with a proxy's usual port. */
export const allowedHostsOf = (host: string, names: readonly string[]): string[] => {
  const boundName = host.includes(':') ? (URL.parse(`http://[${host}]`)?.hostname ?? host) : host;
  const bound = wildcards.has(host) || loopbackHosts.some((name) => name === boundName) ? [] : [boundName];
  return [...bound, ...names, ...names.filter((name) => !/:\d+$/.test(name)).map((name) => `${name}:80`)];
};

/** Checks that the server answers under the name at which hubs are to call it. Throws ConfigError. */
export const checkPublicUrl = (
  publicUrl: string | undefined,
  host: string,
  names: readonly string[],
): void => {
  const url = publicUrl === undefined ? null : URL.parse(publicUrl);
  if (url === null) return;
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isOwn = isLoopback(name) || [url.host, url.hostname].some((each) => names.includes(each));
  if (!isOwn && !(wildcards.has(host) && isIP(name) > 0) && name !== host)
    throw new ConfigError(
      `PUBLIC_URL=${JSON.stringify(publicUrl)} is not allowed: this server does not answer under ${url.host}; add it to ALLOWED_HOSTS`,
    );
};

type Served = Pick<LocalOptions, 'host' | 'names' | 'port' | 'environment'>;

const firstAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';

/** Returns the address of a server without https; an IPv6 address stands in brackets in it. */
export const plainOrigin = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Returns the address under which a reader probably reaches the server: its first name, or its address in the network. */
export const servedOrigin = ({ host, names, port, environment }: Served): string => {
  const [name] = names;
  if (name !== undefined) return `${environment.ALLOW_HTTP === 'on' ? 'http' : 'https'}://${name}`;
  return plainOrigin(wildcards.has(host) ? firstAddress() : host, port);
};

/** Returns the address under which this machine reaches the server. */
export const localOrigin = ({ host, port }: Pick<Served, 'host' | 'port'>): string =>
  plainOrigin(host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host, port);

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
          ...(wildcards.has(served.host)
            ? [`In a browser on this machine itself: http://localhost:${served.port}${path}`]
            : []),
        ]
      : []),
    'Other ways in: OpenID Connect (OIDC_CLIENT_ID) and the header of a proxy that signs readers in (AUTH_PROXY_HEADER).',
  ];
};
