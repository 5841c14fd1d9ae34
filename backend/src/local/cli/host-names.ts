import { isIP } from 'node:net';
import { ConfigError } from '../../config/env.ts';
import { loopbackHosts } from '../http/refusals.ts';

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
