/*
 * The prefix __Host- binds a cookie to this host: browsers accept it only with Secure, with Path=/ and without Domain.
 * Chromium and Firefox also accept Secure cookies on http loopback addresses; Safari does not.
 */
export const sessionCookie = '__Host-omomi';
export const loginCookie = '__Host-omomi-login';

/**
 * The cookies are hidden from scripts. Browsers send them with our own pages' requests and when a link on another site
 * leads here.
 */
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';

export const setCookie = (name: string, value: string, maxAgeSeconds: number): string =>
  `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`;

export const clearCookie = (name: string): string => setCookie(name, '', 0);
