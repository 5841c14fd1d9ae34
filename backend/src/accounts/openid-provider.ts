import type * as OpenIdClient from 'openid-client';
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import type { ProviderSettings } from '../config/sign-in.ts';
import { OutboundError, type GuardedFetch } from '../outbound/guarded-fetch.ts';
import { SignInRefusedError } from './errors.ts';

/** What a provider says of who signed in. */
export type Claims = {
  issuer: string;
  subject: string;
  email: string | null;
  is_email_verified: boolean;
  name: string | null;
  /** When they last proved who they are; null where the provider does not tell. */
  authenticated_at: Date | null;
};

export type Handshake = { state: string; nonce: string; code_verifier: string };

/** A provider of sign-in: the authorization code flow of OpenID Connect, with PKCE, state and nonce. */
export type SignInProvider = {
  provider: string;
  name: string;
  /** It does not say when the reader proved who they are, though it is asked. */
  hides_auth_time: boolean;
  /** The address that the browser goes to. Throws SignInRefusedError provider_unavailable. */
  begin: (handshake: Handshake & { redirect_uri: string; is_fresh: boolean }) => Promise<string>;
  /** Throws SignInRefusedError sign_in_failed or provider_unavailable. */
  finish: (handshake: Handshake & { callback_url: string }) => Promise<Claims>;
};

/** Answers of providers are small: keys and claims. */
const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 8000;

/** The library's requests by the one guarded way out. */
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

/** `client_secret_basic` unless the provider takes `client_secret_post` only; nothing for a public client. */
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

/** No answer is the provider's trouble; an answer that does not hold is a refusal. */
const refusal = (error: unknown): SignInRefusedError =>
  isOutbound(error)
    ? new SignInRefusedError('provider_unavailable', 'the provider did not answer', { cause: error })
    : new SignInRefusedError('sign_in_failed', 'the answer of the provider does not hold', { cause: error });

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

// Some providers send the flag as text.
const isTrue = (value: unknown): boolean => value === true || value === 'true';

/**
 * Google knows neither `login` nor `max_age`, and sends `auth_time` only for apps that it has verified and that are set up
 * for it. With `select_account` it never goes on without the reader.
 */
const isGoogle = (issuer: string): boolean => issuer === 'https://accounts.google.com';

/** OpenID Connect Core, 3.1.2.1: with `max_age` the answer has to tell `auth_time`. */
const freshSignIn = (issuer: string): Record<string, string> =>
  isGoogle(issuer) ? { prompt: 'select_account' } : { prompt: 'login', max_age: '0' };

export const createOpenIdProvider = (settings: ProviderSettings, fetch: GuardedFetch): SignInProvider => {
  const { provider, name, issuer, client_id, client_secret } = settings;
  let known: Promise<{ openid: OpenId; config: Configuration }> | undefined;

  const discover = async () => {
    // Loaded at the first sign-in: it takes some 50 ms, and a cold start can do without.
    const openid = await import('openid-client');
    const config = await openid.discovery(new URL(issuer), client_id, {}, clientAuth(openid, client_secret), {
      [openid.customFetch]: fetchBy(fetch),
      execute: [
        // The signature is checked although the token comes from the provider itself over TLS: it costs little.
        openid.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
      ],
    });
    return { openid, config };
  };

  /** Asked once for an instance, and again after a failure. */
  const discovered = async () => {
    known ??= discover();
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
    finish: async ({ callback_url, state, nonce, code_verifier }) => {
      const { openid, config } = await discovered();
      try {
        const tokens = await openid.authorizationCodeGrant(config, new URL(callback_url), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: code_verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('the answer has no ID token');
        // Everyone without one would be the same reader.
        if (claims.sub.trim() === '') throw new Error('the ID token names nobody: its sub is empty');
        // Providers may keep the e-mail out of the ID token; then their UserInfo has it.
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
      } catch (error) {
        throw refusal(error);
      }
    },
  };
};
