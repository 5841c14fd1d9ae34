/*
 * The prefix __Host- binds a cookie to this very host: browsers take it only with Secure, with Path=/ and without
 * Domain. Chromium and Firefox take Secure cookies on http loopback addresses too; Safari does not.
 */
export const sessionCookie = '__Host-omomi';
export const loginCookie = '__Host-omomi-login';

/** Not for scripts; sent with requests of our own pages and when another site's link leads here. */
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';

export const setCookie = (name: string, value: string, maxAgeSeconds: number): string =>
  `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`;

export const clearCookie = (name: string): string => setCookie(name, '', 0);
