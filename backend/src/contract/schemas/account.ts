import { z } from 'zod';
import { page, timestamp, visibleText } from './common.ts';

/** The name of a sign-in provider, as the parameter `provider=` takes it. */
export const providerName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'a provider has 1 to 32 lower-case letters, digits and hyphens');

/** The first 32 hex digits of SHA-256 over issuer and subject. */
export const identityId = z.string().regex(/^[0-9a-f]{32}$/, 'an identity_id has 32 hex digits');

/** SHA-256 of the session's secret, in hex; the secret itself is not stored. */
export const sessionId = z.string().regex(/^[0-9a-f]{64}$/, 'a session_id has 64 hex digits');

/** SHA-256 of the token's secret, in hex; the secret itself is not stored. */
export const tokenId = z.string().regex(/^[0-9a-f]{64}$/, 'a token_id has 64 hex digits');

export const tokenScope = z.enum(['read', 'write']);

const provider = z.object({
  provider: providerName,
  /** The name on the sign-in button. */
  name: z.string(),
});

export const signInOptions = z.object({
  /** False if there is only one reader, who is already signed in. */
  needs_sign_in: z.boolean(),
  /** True if readers sign in with passwords and passkeys, which they get by invitation. */
  has_accounts: z.boolean(),
  /** True if a proxy before the server signs readers in. */
  has_proxy: z.boolean(),
  /** True if the owner allowed signing in over plain http, where others in the network can read along. */
  is_http_allowed: z.boolean(),
  /** Empty if sign-in is not needed, or if it is needed but no provider is configured. */
  providers: z.array(provider),
});

/** The reason why a sign-in failed, which the sign-in page receives in `?error=`. */
export const signInError = z.enum([
  /** The attempt is unknown: it began in another browser, was already used, or began too long ago. */
  'login_expired',
  /** There is no provider with that name. */
  'unknown_provider',
  /** The reader declined at the provider. */
  'cancelled',
  /** The provider's answer is not valid: its code, nonce, audience or signature is wrong. */
  'sign_in_failed',
  /** The provider did not answer. */
  'provider_unavailable',
  'email_unverified',
  /** The e-mail address is not on this deployment's list. */
  'not_allowed',
  /** The account is being deleted. */
  'leaving',
  /** Linking: another reader made the fresh sign-in. */
  'other_reader',
  /** Linking: the identity belongs to another reader. */
  'identity_taken',
  /** The code, in lower case, of an error that prevented the sign-in from starting; other codes are possible. */
  'rate_limited',
]);

export const identity = z.object({
  identity_id: identityId,
  provider: providerName,
  provider_name: z.string(),
  email: z.string().nullable(),
  /** The name of a passkey, or the name that goes with a password; null for other identities. */
  label: z.string().nullable(),
  created_at: timestamp,
  last_used_at: timestamp,
});

export const me = z.object({
  user_id: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  is_owner: z.boolean(),
  /** The way this request was authenticated. */
  via: z.enum(['local', 'session', 'token', 'proxy']),
  scope: tokenScope,
  needs_sign_in: z.boolean(),
  /** True if this service takes the mails of newsletters. */
  takes_newsletters: z.boolean(),
  identities: z.array(identity),
});

export const session = z.object({
  session_id: sessionId,
  /** The browser and system, if the user agent names them: `Firefox on Linux`. */
  device: z.string(),
  created_at: timestamp,
  /** Precise to the hour. */
  last_seen_at: timestamp,
  /** The time when the session ends if it is not used again. */
  expires_at: timestamp,
  is_current: z.boolean(),
});

export const token = z.object({
  token_id: tokenId,
  name: z.string(),
  scope: tokenScope,
  created_at: timestamp,
  /** Precise to the hour; null if the token was never used. */
  last_used_at: timestamp.nullable(),
});

export const newToken = z.strictObject({
  name: visibleText(100),
  scope: tokenScope.default('read'),
});

/** The answer to creating a token, the only one that contains the token itself. */
export const createdToken = token.extend({ token: z.string() });

/** The name with which a reader signs in. Names that differ in case or width alone are the same. */
export const signInName = visibleText(64);

/** A password as it is typed at sign-in. */
export const password = z.string().min(1).max(256);

/** A password that someone chooses. Common ones are refused too. */
export const newPassword = z.string().min(12, 'must have at least 12 characters').max(256);

/** The code in the link of an invitation. */
export const invitationCode = z.string().regex(/^[\w-]{43}$/, 'a code has 43 letters, digits, - and _');

/** The purpose of an invitation, and the name of the reader whom it lets in again. */
export const invitation = z.object({
  kind: z.enum(['owner', 'reader', 'recover']),
  name: z.string().nullable(),
  expires_at: timestamp,
});

/** The answer to making an invitation, the only one that has the code. */
export const createdInvitation = z.object({
  /** The path of the page that accepts it, with the code behind `#`, which browsers send to nobody. */
  path: z.string(),
  expires_at: timestamp,
});

/** Options of WebAuthn as JSON, for `navigator.credentials`. */
export const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) });

/** The answer of a browser's passkey as JSON (WebAuthn Level 3, RegistrationResponseJSON, AuthenticationResponseJSON). */
export const passkeyAnswer = z.looseObject({
  id: z.string().min(1).max(1400),
  response: z.looseObject({ clientDataJSON: z.string().max(4096) }),
});

export const passkeyName = visibleText(60);

/** The address to go to after a sign-in. */
export const signedIn = z.object({ location: z.string() });

export const sessionPage = page(session);
export const tokenPage = page(token);

/** The address where linking continues: at a provider, or at `/sign-in?error=<code>`. */
export const linkStart = z.object({ location: z.string() });

/** The path of this service to return to; anything else leads to the first page. */
export const returnTo = z.string().max(2048);

export type TokenScope = z.infer<typeof tokenScope>;
export type SignInError = z.infer<typeof signInError>;
export type Identity = z.infer<typeof identity>;
export type Invitation = z.infer<typeof invitation>;
export type Me = z.infer<typeof me>;
export type Session = z.infer<typeof session>;
export type Token = z.infer<typeof token>;
