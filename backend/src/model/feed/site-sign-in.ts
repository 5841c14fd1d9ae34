import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { NewSiteSignIn, SignInKind } from '../../contract/index.ts';
import type { Settings } from '../../config/settings.ts';
import { basicAuth } from '../../lib/basic-auth.ts';
import type { Feed, FeedStore } from './feed.ts';

const ALGORITHM = 'aes-256-gcm';
/** The length of a nonce in bytes, and of a tag (NIST SP 800-38D). */
const [NONCE, TAG] = [12, 16];

/**
 * Encrypts a text with AES-256-GCM and a random nonce. `key` is 32 bytes in base64. `about` is what the text belongs to: it is not
 * part of the result, and the text cannot be read again with another one. The result is nonce, tag, encrypted text.
 */
export const seal = (key: string, text: string, about: string): Uint8Array => {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(ALGORITHM, Buffer.from(key, 'base64'), nonce);
  cipher.setAAD(Buffer.from(about));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
};

/** Returns the text that `seal` was given; null with another key, for something else, or if a byte was changed. */
export const unseal = (key: string, sealed: Uint8Array, about: string): string | null => {
  if (sealed.length < NONCE + TAG) return null;
  const decipher = createDecipheriv(ALGORITHM, Buffer.from(key, 'base64'), sealed.subarray(0, NONCE));
  decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
};

/** The sign-in of the reader of a private feed for its site, as it is stored. Only `sealed` has what is secret. */
export type StoredSignIn = {
  feed_id: string;
  /** Scheme, host and port to which alone it is sent. */
  origin: string;
  kinds: SignInKind[];
  /** The encrypted headers, as `seal` returns them. */
  sealed: Uint8Array;
  set_at: string;
};

export type SiteSignInStore = {
  get: (feedId: string) => Promise<StoredSignIn | null>;
  put: (signIn: StoredSignIn) => Promise<void>;
  delete: (feedId: string) => Promise<void>;
};

/** Headers, and the origin to which alone they are sent. */
export type SignedHeaders = { origin: string; headers: Record<string, string> };

const headersSchema = z.record(z.string(), z.string());

/** Returns the headers of a sign-in, with names in lower case. */
export const headersOf = ({ cookie, login, headers }: NewSiteSignIn): Record<string, string> => ({
  ...Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])),
  ...(cookie === null ? {} : { cookie }),
  ...(login === null ? {} : { authorization: basicAuth(login.user, login.password) }),
});

const kindsOf = ({ cookie, login, headers }: NewSiteSignIn): SignInKind[] => [
  ...(cookie === null ? [] : ['cookie' as const]),
  ...(login === null ? [] : ['login' as const]),
  ...(headers.length === 0 ? [] : ['headers' as const]),
];

type Place = Pick<StoredSignIn, 'feed_id' | 'origin'>;

/** Bound to the encrypted text, so that a row that was copied to another feed or origin cannot be read. */
const aboutOf = ({ feed_id, origin }: Place): string => `${feed_id} ${origin}`;

/** Returns a sign-in as it is stored. `key` is SECRETS_KEY. */
export const sealSignIn = (
  key: string,
  place: Place,
  given: NewSiteSignIn,
  set_at: string,
): StoredSignIn => ({
  ...place,
  kinds: kindsOf(given),
  sealed: seal(key, JSON.stringify(headersOf(given)), aboutOf(place)),
  set_at,
});

/** The context for reading sign-ins. */
export type SignInContext = { siteSignIns: SiteSignInStore; settings: Pick<Settings, 'SECRETS_KEY'> };

/**
 * Returns what is sent with the requests of a feed to its own origin; null if there is nothing, `unreadable` if this service has
 * another key than the one by which it was kept, as after a backup was restored elsewhere.
 */
export const readSignIn = async (
  { siteSignIns, settings }: SignInContext,
  feed: Pick<Feed, 'feed_id' | 'is_private'>,
): Promise<SignedHeaders | 'unreadable' | null> => {
  if (!feed.is_private) return null;
  const stored = await siteSignIns.get(feed.feed_id);
  if (stored === null) return null;
  const { SECRETS_KEY: key } = settings;
  const text = key === undefined ? null : unseal(key, stored.sealed, aboutOf(stored));
  return text === null
    ? 'unreadable'
    : { origin: stored.origin, headers: headersSchema.parse(JSON.parse(text)) };
};

/** Deletes the sign-ins of those of the feeds that are private. */
export const forgetSignIns = async (
  { feeds, siteSignIns }: { feeds: Pick<FeedStore, 'getMany'>; siteSignIns: SiteSignInStore },
  feedIds: string[],
): Promise<void> => {
  for (const { feed_id, is_private } of await feeds.getMany(feedIds))
    if (is_private) await siteSignIns.delete(feed_id);
};
