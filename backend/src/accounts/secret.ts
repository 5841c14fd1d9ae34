import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as 43 characters that a cookie, a header and a URL take as they are. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored of a secret: SHA-256 in hex. A secret of 256 bits needs no salt and no slow hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/*
 * The user_id goes with the secret, so that a session or a token is one item among the reader's own: one read to
 * check it, one query to list them, and none is left when the reader's items go.
 */
const userId = '[0-9a-z]{1,64}';
const secret = '[\\w-]{43}';
const cookieValue = new RegExp(`^(${userId})\\.(${secret})$`);
const tokenValue = new RegExp(`^omomi_(${userId})_(${secret})$`);

export type Credential = { user_id: string; hash: string };

const read = (pattern: RegExp, text: string): Credential | null => {
  const [, user_id, value] = pattern.exec(text) ?? [];
  return user_id === undefined || value === undefined ? null : { user_id, hash: hashSecret(value) };
};

export const sessionText = (user_id: string, value: string): string => `${user_id}.${value}`;
export const readSessionText = (text: string): Credential | null => read(cookieValue, text);

export const tokenText = (user_id: string, value: string): string => `omomi_${user_id}_${value}`;
export const readTokenText = (text: string): Credential | null => read(tokenValue, text);
