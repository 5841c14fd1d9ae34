import { createHash, randomBytes } from 'node:crypto';

/** Returns 256 random bits as 43 characters that need no escaping in a cookie, a header or a URL. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the stored form of a secret: SHA-256 in hex. A secret of 256 bits needs no salt and no slow hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/*
 * The user_id is sent with the secret, so that a session or token is stored among the reader's own items: one read
 * checks it, one query lists all, and deleting the reader's items deletes them too.
 */
const userId = '[0-9a-z]{1,64}';
const secret = '[\\w-]{43}';
const cookieValue = new RegExp(`^(${userId})\\.(${secret})$`);
const tokenValue = new RegExp(`^omomi_(${userId})_(${secret})$`);
/** Begins otherwise than a token, so that neither is ever taken for the other. */
const feedAddressValue = new RegExp(`^feed_(${userId})_(${secret})$`);

export type Credential = { user_id: string; hash: string };

const read = (pattern: RegExp, text: string): Credential | null => {
  const [, user_id, value] = pattern.exec(text) ?? [];
  return user_id === undefined || value === undefined ? null : { user_id, hash: hashSecret(value) };
};

export const sessionText = (user_id: string, value: string): string => `${user_id}.${value}`;
export const readSessionText = (text: string): Credential | null => read(cookieValue, text);

export const tokenText = (user_id: string, value: string): string => `omomi_${user_id}_${value}`;
export const readTokenText = (text: string): Credential | null => read(tokenValue, text);

/** The name with which clients of the Fever API sign in: it is part of the key, so it must be known when the token is made. */
const FEVER_NAME = 'omomi';

/** Returns the key that a client of the Fever API sends for a token: MD5 of the name and the token, as that API has it. */
export const feverKeyOf = (token: string): string =>
  createHash('md5').update(`${FEVER_NAME}:${token}`).digest('hex');

/** Returns the stored form of such a key, in lower case. Who has the key may do what the token may. */
export const feverKeyHash = (key: string): string => hashSecret(`fever ${key}`);

export const feedAddressText = (user_id: string, value: string): string => `feed_${user_id}_${value}`;
export const readFeedAddressText = (text: string): Credential | null => read(feedAddressValue, text);

/*
 * The prefix __Host- binds a cookie to this host: browsers accept it only with Secure, with Path=/ and without Domain.
 * Chromium and Firefox also accept Secure cookies on http loopback addresses; Safari does not.
 */
export const sessionCookie = '__Host-omomi';
/** The name where the owner allowed plain http, on which browsers refuse the prefix. */
export const plainSessionCookie = 'omomi';

export type CookieNames = { session: string; login: string };

/** Returns the names of the cookies of this service. */
export const cookieNames = ({ isHttpAllowed }: { isHttpAllowed: boolean }): CookieNames => {
  const session = isHttpAllowed ? plainSessionCookie : sessionCookie;
  return { session, login: `${session}-login` };
};

/**
 * The cookies are hidden from scripts. Browsers send them with our own pages' requests and when a link on another site
 * leads here.
 */
const attributes = 'Path=/; HttpOnly; SameSite=Lax';

export const setCookie = (name: string, value: string, maxAgeSeconds: number): string =>
  `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}${name.startsWith('__Host-') ? '; Secure' : ''}`;

export const clearCookie = (name: string): string => setCookie(name, '', 0);
