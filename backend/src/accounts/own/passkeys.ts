import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Viewer } from '../../contract/endpoints/handlers.ts';
import { DomainError } from '../../lib/errors.ts';
import type { Context } from '../../model/context.ts';
import { identityIdOf, type Credential } from '../../model/reader/sign-in.ts';
import { credentialsWrong } from './wrong.ts';
import { hashSecret, newSecret } from '../secret.ts';

const CHALLENGE_MINUTES = 5;

/** ES256, EdDSA and RS256, which every passkey has one of. */
const algorithms = [-7, -8, -257];

/** Loads the library when a passkey is first used, since it takes about 100 ms and most requests do not need it. */
const library = () => import('@simplewebauthn/server');

type PasskeyContext = Pick<Context, 'logins' | 'identities' | 'now' | 'log'>;

/** The reader who makes a passkey; null while somebody signs in, because the passkey then tells who it is. */
type Maker = { user_id: string; name: string } | null;

/** Returns the domain to which passkeys are bound. */
const domainOf = ({ origin }: Viewer): string => new URL(origin).hostname;

const makerMark = (maker: Maker): string => (maker === null ? 'sign_in' : maker.user_id);

/** Makes a challenge that works once, for this maker alone. */
const newChallenge = async ({ logins, now }: PasskeyContext, maker: Maker): Promise<string> => {
  const challenge = newSecret();
  const at = now();
  await logins.put({
    login_id: hashSecret(challenge),
    provider: 'passkey',
    nonce: makerMark(maker),
    code_verifier: '',
    return_to: '/',
    purpose: { kind: 'sign_in' },
    created_at: at.toISOString(),
    expires_at: new Date(at.getTime() + CHALLENGE_MINUTES * 60_000).toISOString(),
  });
  return challenge;
};

const clientData = z.object({ challenge: z.string() });

/** Returns the challenge that an answer names, which the library compares with what was signed. Throws CREDENTIALS_WRONG. */
const challengeIn = ({ response }: { response: { clientDataJSON: string } }): string => {
  try {
    return clientData.parse(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()))
      .challenge;
  } catch {
    throw credentialsWrong();
  }
};

/** Uses a challenge up. Throws CREDENTIALS_WRONG for one that is not open for this maker. */
const takeChallenge = async (
  { logins, now }: PasskeyContext,
  answer: { response: { clientDataJSON: string } },
  maker: Maker,
): Promise<string> => {
  const challenge = challengeIn(answer);
  const attempt = await logins.take(hashSecret(challenge));
  const isOpen =
    attempt !== null &&
    attempt.provider === 'passkey' &&
    attempt.nonce === makerMark(maker) &&
    attempt.expires_at > now().toISOString();
  if (!isOpen) throw credentialsWrong();
  return challenge;
};

const asRecord = (options: object): Record<string, unknown> => ({ ...options });

const transport = z.enum(['ble', 'hybrid', 'internal', 'nfc', 'usb']);

const transportsOf = (given: readonly string[] | undefined): AuthenticatorTransport[] =>
  (given ?? []).flatMap((name) => transport.safeParse(name).data ?? []);

/** Returns the passkeys of a reader as a browser recognises them. */
const passkeysOf = async ({ identities }: PasskeyContext, userId: string) => {
  const own = (await identities.list(userId)).filter(({ provider }) => provider === 'passkey');
  const found = await Promise.all(own.map(({ identity_id }) => identities.credentialOf(identity_id)));
  return found.flatMap((one) =>
    one?.credential.kind === 'passkey' && one.credential.id !== null
      ? [{ id: one.credential.id, transports: transportsOf(one.credential.transports) }]
      : [],
  );
};

/**
 * Returns what a browser needs to make a passkey. A device that has one of the reader's makes no other, because it would replace
 * the former one, which would still be among the ways in.
 */
export const passkeyCreation = async (
  ctx: PasskeyContext,
  viewer: Viewer,
  maker: { user_id: string; name: string },
): Promise<Record<string, unknown>> => {
  const { generateRegistrationOptions } = await library();
  return asRecord(
    await generateRegistrationOptions({
      rpName: 'Omomi',
      rpID: domainOf(viewer),
      userName: maker.name,
      userID: new Uint8Array(Buffer.from(maker.user_id)),
      challenge: new Uint8Array(Buffer.from(await newChallenge(ctx, maker), 'base64url')),
      attestationType: 'none',
      excludeCredentials: await passkeysOf(ctx, maker.user_id),
      supportedAlgorithmIDs: algorithms,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    }),
  );
};

/** Returns what a browser needs to ask for a passkey. It names none, so it tells nobody which readers there are. */
export const passkeyRequest = async (
  ctx: PasskeyContext,
  viewer: Viewer,
): Promise<Record<string, unknown>> => {
  const { generateAuthenticationOptions } = await library();
  return asRecord(
    await generateAuthenticationOptions({
      rpID: domainOf(viewer),
      challenge: new Uint8Array(Buffer.from(await newChallenge(ctx, null), 'base64url')),
      userVerification: 'required',
    }),
  );
};

/** Refuses an answer that the library cannot make sense of, which it tells by an error. */
const orWrong = async <T>({ log }: PasskeyContext, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    log.warn('passkey refused', { why: error instanceof Error ? error.message : 'unknown' });
    throw credentialsWrong();
  }
};

type Answer = { id: string; response: { clientDataJSON: string } };

// The library checks every part of an answer, so these look only at what tells the two kinds apart.
const isRegistration = (answer: object): answer is RegistrationResponseJSON =>
  'response' in answer && Object.hasOwn(Object(answer.response), 'attestationObject');
const isAuthentication = (answer: object): answer is AuthenticationResponseJSON =>
  'response' in answer && Object.hasOwn(Object(answer.response), 'signature');

const asRegistration = (answer: Answer): RegistrationResponseJSON => {
  if (!isRegistration(answer)) throw credentialsWrong();
  return answer;
};
const asAuthentication = (answer: Answer): AuthenticationResponseJSON => {
  if (!isAuthentication(answer)) throw credentialsWrong();
  return answer;
};

/** Checks a new passkey. Returns its identity and what to store of it. Throws CREDENTIALS_WRONG. */
export const newPasskey = (
  ctx: PasskeyContext,
  viewer: Viewer,
  maker: { user_id: string; name: string },
  answer: Answer,
): Promise<{ identity_id: string; credential: Credential }> =>
  orWrong(ctx, async () => {
    const expectedChallenge = await takeChallenge(ctx, answer, maker);
    const { verifyRegistrationResponse } = await library();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: asRegistration(answer),
      expectedChallenge,
      expectedOrigin: viewer.origin,
      expectedRPID: domainOf(viewer),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) throw credentialsWrong();
    const { id, publicKey, counter, transports } = registrationInfo.credential;
    return {
      identity_id: identityIdOf('passkey', id),
      credential: {
        kind: 'passkey',
        id,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: transportsOf(transports),
      },
    };
  });

/** Checks what a passkey answered. Returns whose it is. Throws CREDENTIALS_WRONG. */
export const checkPasskey = (
  ctx: PasskeyContext,
  viewer: Viewer,
  answer: Answer,
): Promise<{ user_id: string; identity_id: string }> =>
  orWrong(ctx, async () => {
    const expectedChallenge = await takeChallenge(ctx, answer, null);
    const identity_id = identityIdOf('passkey', answer.id);
    const found = await ctx.identities.credentialOf(identity_id);
    if (found === null || found.credential.kind !== 'passkey') throw credentialsWrong();
    const { user_id, credential } = found;
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: asAuthentication(answer),
      expectedChallenge,
      expectedOrigin: viewer.origin,
      expectedRPID: domainOf(viewer),
      requireUserVerification: true,
      credential: {
        id: answer.id,
        publicKey: new Uint8Array(Buffer.from(credential.public_key, 'base64url')),
        counter: credential.counter,
        transports: transportsOf(credential.transports),
      },
    });
    if (!verified) throw credentialsWrong();
    const { newCounter: counter } = authenticationInfo;
    if (counter !== credential.counter || credential.id === null)
      await ctx.identities.setCredential(identity_id, user_id, { ...credential, id: answer.id, counter });
    return { user_id, identity_id };
  });
