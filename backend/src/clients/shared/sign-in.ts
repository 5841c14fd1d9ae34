import { identify, localReader, readerOfToken } from '../../accounts/authenticate.ts';
import type { Reader } from '../../contract/endpoints/handlers.ts';
import { digest } from '../../lib/digest.ts';
import { DomainError } from '../../lib/errors.ts';
import type { ClientsContext } from './context.ts';
import { formOf, type ClientRequest } from './request.ts';
import { feverKeyHash } from '../../accounts/secret.ts';
import { noteTokenUse } from '../../accounts/tokens.ts';

/** Returns the API token of the header with which clients sign in: `GoogleLogin auth=…`, or that of any script. */
export const authOf = ({ headers }: ClientRequest): string | null =>
  /^(?:GoogleLogin +auth=|Bearer +)(\S+) *$/i.exec(headers['x-viewer-authorization'] ?? '')?.[1] ?? null;

/**
 * Returns the API token of a request of the Google Reader API. liferea sends it without the header when it asks for texts, as `T`
 * of the form. `T` of an address does not count, because addresses are logged on the way.
 */
export const authOfGreader = (request: ClientRequest): string | null =>
  authOf(request) ?? (request.method === 'POST' ? formOf(request.body).get('T') : null);

/**
 * Returns the reader of an API token; null for anything else. Here a token is needed on a runner without accounts too, because
 * clients come from other machines and from any site.
 */
export const readerOf = async (ctx: ClientsContext, token: string | null): Promise<Reader | null> =>
  token === null ? null : identify(ctx, { token, session: null, proxy_user: null });

/** Characters of the token for writes, as other servers have it. */
const WRITE_TOKEN = 57;

/** Returns the token that clients send with writes. It follows from the one that they signed in with. */
export const writeTokenOf = (auth: string): string => digest(WRITE_TOKEN, 'write token', auth);

/**
 * Checks the token for writes if a request has one. Some clients send none or an `x`, which is as safe: who can send the header
 * has the token. @throws UNAUTHENTICATED with the header by which a client knows to ask for another.
 */
export const checkWriteToken = (auth: string, { parameters }: ClientRequest): void => {
  const given = (parameters.get('T') ?? '').trim();
  if (['', 'x', auth, writeTokenOf(auth)].includes(given)) return;
  throw new DomainError('UNAUTHENTICATED', 'This T is not the one that /reader/api/0/token answers.', null, {
    headers: { 'x-reader-google-bad-token': 'true' },
  });
};

/** Returns the error for whoever has no valid token, with the way to sign in that its client knows. */
export const signedOut = (way = 'GoogleLogin realm="Omomi"'): DomainError =>
  new DomainError(
    'UNAUTHENTICATED',
    'Sign in with any name, and an API token made under Settings, Apps, as the password.',
    null,
    { headers: { 'www-authenticate': way } },
  );

const PATH = /^\/fever(?:\/(?:([0-9a-z]{1,64})\/?)?)?$/;

/** Checks whether a path is one of Fever's: that of the only reader, or with the user_id that the key alone does not tell. */
export const isFeverPath = (path: string): boolean => PATH.test(path);

/** Returns the reader of the key in a request: MD5 of a fixed name and an API token. Null for any other key. */
export const feverReader = async (
  ctx: ClientsContext,
  { path, parameters }: ClientRequest,
): Promise<Reader | null> => {
  const key = (parameters.get('api_key') ?? '').toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(key)) return null;
  const userId = PATH.exec(path)?.[1] ?? localReader.user_id;
  const hash = feverKeyHash(key);
  const token = (await ctx.tokens.list(userId)).find(({ fever_key }) => fever_key === hash);
  if (token === undefined) return null;
  await noteTokenUse(ctx, token);
  return readerOfToken(ctx, token);
};
