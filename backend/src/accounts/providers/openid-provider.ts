import type * as OpenIdClient from 'openid-client';
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import type { ProviderSettings } from '../../config/sign-in.ts';
import { OutboundError, type GuardedFetch } from '../../web/guard/guarded-fetch.ts';
import { SignInRefusedError } from './admission.ts';

/** The facts that a provider states about the person who signed in. */
export type Claims = {
  issuer: string;
  subject: string;
  email: string | null;
  is_email_verified: boolean;
  name: string | null;
  /** The time when they last authenticated; null if the provider does not tell. */
  authenticated_at: Date | null;
};

type Handshake = { state: string; nonce: string; code_verifier: string };

/** A sign-in provider, used by the authorization code flow of OpenID Connect with PKCE, state and nonce. */
export type SignInProvider = {
  provider: string;
  name: string;
  /** True if the provider does not tell the time of authentication, even when asked. */
  hides_auth_time: boolean;
  /** Returns the address that the browser must open. Throws SignInRefusedError provider_unavailable. */
  begin: (handshake: Handshake & { redirect_uri: string; is_fresh: boolean }) => Promise<string>;
  /**
   * Exchanges the provider's answer for the claims. Throws SignInRefusedError sign_in_failed or provider_unavailable.
   */
  finish: (handshake: Handshake & { callback_url: string }) => Promise<Claims>;
};

/** Limit on a provider's answer, in bytes. Answers are small: keys and claims. */
const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 8000;

/** Sends the library's requests through the guarded fetch, like all other outbound requests. */
const fetchBy =
  (fetch: GuardedFetch): CustomFetch =>
  async (url, { method, headers, body }) => {
    const answer = await fetch({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
    });
    const isEmpty = answer.status === 204 || answer.status === 304;
    return new Response(isEmpty ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: answer.headers,
    });
  };

type OpenId = typeof OpenIdClient;

/** The library, and what it knows about one provider. */
type Discovered = { openid: OpenId; config: Configuration };

/**
 * Uses `client_secret_basic`, or `client_secret_post` if the provider does not support that; a public client sends no
 * secret.
 */
const clientAuth = (openid: OpenId, secret: string | undefined): ClientAuth => {
  if (secret === undefined) return openid.None();
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
};

const isOutbound = (error: unknown): boolean =>
  error instanceof OutboundError || (error instanceof Error && isOutbound(error.cause));

/**
 * Converts an error to a refusal: provider_unavailable if there was no answer, sign_in_failed if the answer is not
 * valid.
 */
const refusal = (error: unknown): SignInRefusedError =>
  isOutbound(error)
    ? new SignInRefusedError('provider_unavailable', 'the provider did not answer', { cause: error })
    : new SignInRefusedError('sign_in_failed', 'the answer of the provider does not hold', { cause: error });

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

// Some providers send this flag as text.
const isTrue = (value: unknown): boolean => value === true || value === 'true';

/**
 * Returns true for Google, which supports neither `login` nor `max_age`, and sends `auth_time` only to verified apps
 * that are configured for it. With `select_account` it never continues without the reader.
 */
const isGoogle = (issuer: string): boolean => issuer === 'https://accounts.google.com';

/**
 * Returns the parameters that ask for a fresh sign-in. With `max_age` the answer must have `auth_time` (OpenID Connect
 * Core, 3.1.2.1).
 */
const freshSignIn = (issuer: string): Record<string, string> =>
  isGoogle(issuer) ? { prompt: 'select_account' } : { prompt: 'login', max_age: '0' };

/** Exchanges the provider's answer for the claims of its ID token, or of its UserInfo where the token has no e-mail. */
const exchange = async (
  { openid, config }: Discovered,
  { callback_url, state, nonce, code_verifier }: Handshake & { callback_url: string },
): Promise<Claims> => {
  const tokens = await openid.authorizationCodeGrant(config, new URL(callback_url), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: code_verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('the answer has no ID token');
  // Everyone with an empty sub would become the same reader.
  if (claims.sub.trim() === '') throw new Error('the ID token names nobody: its sub is empty');
  // Some providers omit the e-mail from the ID token; then their UserInfo has it.
  const profile =
    claims['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined
      ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
      : claims;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOrNull(profile['email']),
    is_email_verified: isTrue(profile['email_verified']),
    name: textOrNull(profile['name']),
    authenticated_at: claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000),
  };
};

/** Loads the library and reads the provider's own description of its addresses and abilities. */
const discover = async (
  { issuer, client_id, client_secret }: ProviderSettings,
  fetch: GuardedFetch,
): Promise<Discovered> => {
  // Loaded at the first sign-in, since it takes about 50 ms and a cold start does not need it.
  const openid = await import('openid-client');
  const config = await openid.discovery(new URL(issuer), client_id, {}, clientAuth(openid, client_secret), {
    [openid.customFetch]: fetchBy(fetch),
    execute: [
      // The token comes from the provider over TLS, so the check of its signature is optional, but it costs little.
      openid.enableNonRepudiationChecks,
      ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
    ],
  });
  return { openid, config };
};

export const createOpenIdProvider = (settings: ProviderSettings, fetch: GuardedFetch): SignInProvider => {
  const { provider, name, issuer } = settings;
  let known: Promise<Discovered> | undefined;

  /** Discovers the provider once per instance, and again after a failure. */
  const discovered = async () => {
    known ??= discover(settings, fetch);
    try {
      return await known;
    } catch (error) {
      known = undefined;
      throw new SignInRefusedError('provider_unavailable', `the provider ${provider} cannot be used`, {
        cause: error,
      });
    }
  };

  return {
    provider,
    name,
    hides_auth_time: isGoogle(issuer),
    begin: async ({ redirect_uri, state, nonce, code_verifier, is_fresh }) => {
      const { openid, config } = await discovered();
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(code_verifier),
        code_challenge_method: 'S256',
        ...(is_fresh ? freshSignIn(issuer) : {}),
      });
      return url.href;
    },
    finish: async (answer) => {
      const found = await discovered();
      try {
        return await exchange(found, answer);
      } catch (error) {
        throw refusal(error);
      }
    },
  };
};
