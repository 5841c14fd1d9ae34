import type { Viewer, Reader } from '../../contract/endpoints/handlers.ts';
import { viewerHost, type ApiEvent } from './http.ts';

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/** Returns the scheme and host that the viewer sees; the service uses plain http on loopback addresses only. */
const originOf = (host: string): string => `${loopbackHost.test(host) ? 'http' : 'https'}://${host}`;

/**
 * Returns the cookies of a request. Of two with the same name the first counts, which is the one with the longer path.
 */
const cookiesOf = (event: ApiEvent): Record<string, string> => {
  const cookies = new Map<string, string>();
  for (const cookie of (event.cookies ?? []).flatMap((text) => text.split(';'))) {
    const mark = cookie.indexOf('=');
    if (mark === -1) continue;
    const name = cookie.slice(0, mark).trim();
    if (!cookies.has(name)) cookies.set(name, cookie.slice(mark + 1).trim());
  }
  return Object.fromEntries(cookies);
};

/**
 * Returns the bearer token from the viewer's `Authorization` header; null for another scheme. The edge forwards it
 * under another name, because its own signature uses `Authorization`.
 */
export const bearerOf = (event: ApiEvent): string | null => {
  const match = /^bearer +(\S+) *$/i.exec(event.headers['x-viewer-authorization'] ?? '');
  return match?.[1] ?? null;
};

export const viewerOf = (event: ApiEvent): Viewer => ({
  origin: originOf(viewerHost(event) ?? ''),
  user_agent: event.headers['user-agent'] ?? '',
  cookies: cookiesOf(event),
});

/** Returns the reader who sends the request; null if there is none. */
export type Authenticate = (event: ApiEvent) => Promise<Reader | null>;
