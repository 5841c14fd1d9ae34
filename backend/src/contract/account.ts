import { z } from 'zod';
import { page, timestamp, visibleText } from './common.ts';

/** A provider of sign-in by the name that `provider=` takes. */
export const providerName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'a provider has 1 to 32 lower-case letters, digits and hyphens');

/** First 32 hex digits of SHA-256 over issuer and subject. */
export const identityId = z.string().regex(/^[0-9a-f]{32}$/, 'an identity_id has 32 hex digits');

/** SHA-256 of the session's secret, in hex: what is stored of it. */
export const sessionId = z.string().regex(/^[0-9a-f]{64}$/, 'a session_id has 64 hex digits');

/** SHA-256 of the token's secret, in hex: what is stored of it. */
export const tokenId = z.string().regex(/^[0-9a-f]{64}$/, 'a token_id has 64 hex digits');

export const tokenScope = z.enum(['read', 'write']);

export const provider = z.object({
  provider: providerName,
  /** As a sign-in button shows it. */
  name: z.string(),
});

export const signInOptions = z.object({
  /** False where there is one reader, who is signed in already. */
  needs_sign_in: z.boolean(),
  /** Empty where sign-in is needed and the deployment has not been given any. */
  providers: z.array(provider),
});

/** Why a sign-in failed, as the sign-in page gets it in `?error=`. */
export const signInError = z.enum([
  /** The attempt is unknown here: begun in another browser, used already, or too long ago. */
  'login_expired',
  /** There is no provider of that name. */
  'unknown_provider',
  /** The reader said no at the provider. */
  'cancelled',
  /** What the provider answered does not hold: code, nonce, audience, signature. */
  'sign_in_failed',
  /** The provider did not answer. */
  'provider_unavailable',
  'email_unverified',
  /** The e-mail is not on this deployment's list. */
  'not_allowed',
  /** The account is being deleted. */
  'leaving',
  /** Linking: the fresh sign-in was another reader's. */
  'other_reader',
  /** Linking: the identity is another reader's. */
  'identity_taken',
  /** The code of an error that kept a sign-in from being begun, in lower case; others may come too. */
  'rate_limited',
]);

export const identity = z.object({
  identity_id: identityId,
  provider: providerName,
  provider_name: z.string(),
  email: z.string().nullable(),
  created_at: timestamp,
  last_used_at: timestamp,
});

export const me = z.object({
  user_id: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  is_owner: z.boolean(),
  /** How this request signed in. */
  via: z.enum(['local', 'session', 'token']),
  scope: tokenScope,
  needs_sign_in: z.boolean(),
  identities: z.array(identity),
});

export const session = z.object({
  session_id: sessionId,
  /** Browser and system, as far as the user agent tells: `Firefox on Linux`. */
  device: z.string(),
  created_at: timestamp,
  /** Exact to the hour. */
  last_seen_at: timestamp,
  /** When it ends if it is not used again. */
  expires_at: timestamp,
  is_current: z.boolean(),
});

export const token = z.object({
  token_id: tokenId,
  name: z.string(),
  scope: tokenScope,
  created_at: timestamp,
  /** Exact to the hour; null while it was never used. */
  last_used_at: timestamp.nullable(),
});

export const newToken = z.strictObject({
  name: visibleText(100),
  scope: tokenScope.default('read'),
});

/** The answer to creating one, and the only one that has the token itself. */
export const createdToken = token.extend({ token: z.string() });

export const sessionPage = page(session);
export const tokenPage = page(token);

/** Where linking goes on: at a provider, or at `/sign-in?error=<code>`. */
export const linkStart = z.object({ location: z.string() });

/** A path of this service to come back to; what is none leads to the first page. */
export const returnTo = z.string().max(2048);

export type TokenScope = z.infer<typeof tokenScope>;
export type Provider = z.infer<typeof provider>;
export type SignInError = z.infer<typeof signInError>;
export type Identity = z.infer<typeof identity>;
export type Me = z.infer<typeof me>;
export type Session = z.infer<typeof session>;
export type Token = z.infer<typeof token>;
