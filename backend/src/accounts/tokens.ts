import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { onlyPage } from '../contract/index.ts';
import { DomainError } from '../lib/errors.ts';
import type { Context } from '../model/context.ts';
import type { Token } from '../model/reader/token.ts';
import { feverKeyHash, feverKeyOf, hashSecret, newSecret, readTokenText, tokenText } from './secret.ts';

const MAX_TOKENS = 50;
/** Minimum time between two writes of a token in use, in milliseconds. */
const USED_MS = 3_600_000;

/** Makes a token. Its text is in the answer and is not stored anywhere. Throws TOKEN_LIMIT. */
const makeToken = async (
  { tokens, now }: Pick<Context, 'tokens' | 'now'>,
  userId: string,
  { name, scope }: Pick<Token, 'name' | 'scope'>,
): Promise<Token & { token: string }> => {
  if ((await tokens.list(userId)).length >= MAX_TOKENS)
    throw new DomainError('TOKEN_LIMIT', `You have ${MAX_TOKENS} API tokens, which is the limit.`, {
      limit: MAX_TOKENS,
    });
  const secret = newSecret();
  const text = tokenText(userId, secret);
  const token: Token = {
    user_id: userId,
    token_id: hashSecret(secret),
    name,
    scope,
    created_at: now().toISOString(),
    last_used_at: null,
    fever_key: feverKeyHash(feverKeyOf(text)),
  };
  await tokens.put(token);
  return { ...token, token: text };
};

/** Records the use of a credential at most once an hour. A failure to record it is logged. */
export const noteUse = async (
  { now, log }: Pick<Context, 'now' | 'log'>,
  lastUsedAt: string | null,
  setUsed: (at: string) => Promise<void>,
): Promise<void> => {
  const at = now();
  if (lastUsedAt !== null && at.getTime() - Date.parse(lastUsedAt) < USED_MS) return;
  await setUsed(at.toISOString()).catch((error: unknown) => log.warn('use not noted', { error }));
};

/**
 * Returns the token that a text stands for, or null if it is not a valid one. Records its use at most once an hour; a
 * failure to record it is logged.
 */
export const useToken = async (
  ctx: Pick<Context, 'tokens' | 'now' | 'log'>,
  text: string,
): Promise<Token | null> => {
  const credential = readTokenText(text);
  if (credential === null) return null;
  const token = await ctx.tokens.get(credential.user_id, credential.hash);
  if (token === null) return null;
  await noteTokenUse(ctx, token);
  return token;
};

/** Records the use of a token at most once an hour. A failure to record it is logged. */
export const noteTokenUse = (
  ctx: Pick<Context, 'tokens' | 'now' | 'log'>,
  { user_id, token_id, last_used_at }: Token,
): Promise<void> => noteUse(ctx, last_used_at, (at) => ctx.tokens.setUsed(user_id, token_id, at));

export const tokenEndpoints = (
  ctx: Pick<Context, 'tokens' | 'now'>,
): HandlersOf<'listTokens' | 'createToken' | 'deleteToken'> => ({
  listTokens: async ({ reader: { user_id } }) =>
    onlyPage((await ctx.tokens.list(user_id)).toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))),
  createToken: ({ reader: { user_id }, body }) => makeToken(ctx, user_id, body),
  deleteToken: async ({ reader: { user_id }, params: { token_id } }) => {
    if (!(await ctx.tokens.delete(user_id, token_id)))
      throw new DomainError('NOT_FOUND', 'You have no such API token.');
    return undefined;
  },
});
