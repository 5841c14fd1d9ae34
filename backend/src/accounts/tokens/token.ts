import type { Token, TokenStore } from '../../model/reader/token.ts';
import type { Clock } from '../../lib/clock.ts';
import { hashSecret, readTokenText, tokenText } from '../identities/secret.ts';
import { DomainError } from '../../lib/domain-error.ts';

const MAX_TOKENS = 50;
/** Minimum time between two writes of a token in use, in milliseconds. */
const USED_MS = 3_600_000;

/** Creates a token. Its text is in the answer and is not stored anywhere. Throws TOKEN_LIMIT. */
export const createMakeToken =
  (deps: { tokens: Pick<TokenStore, 'put' | 'list'>; now: Clock; newSecret: () => string }) =>
  async (
    userId: string,
    { name, scope }: Pick<Token, 'name' | 'scope'>,
  ): Promise<Token & { token: string }> => {
    if ((await deps.tokens.list(userId)).length >= MAX_TOKENS)
      throw new DomainError('TOKEN_LIMIT', `You have ${MAX_TOKENS} API tokens, which is the limit.`, {
        limit: MAX_TOKENS,
      });
    const secret = deps.newSecret();
    const token: Token = {
      user_id: userId,
      token_id: hashSecret(secret),
      name,
      scope,
      created_at: deps.now().toISOString(),
      last_used_at: null,
    };
    await deps.tokens.put(token);
    return { ...token, token: tokenText(userId, secret) };
  };

/** Returns the token that a text stands for, or null if it is not a valid one. Records its use at most once an hour. */
export const createUseToken =
  ({ tokens, now }: { tokens: Pick<TokenStore, 'get' | 'setUsed'>; now: Clock }) =>
  async (text: string): Promise<Token | null> => {
    const credential = readTokenText(text);
    if (credential === null) return null;
    const token = await tokens.get(credential.user_id, credential.hash);
    if (token === null) return null;
    const at = now();
    const isRecent =
      token.last_used_at !== null && at.getTime() - new Date(token.last_used_at).getTime() < USED_MS;
    if (!isRecent) await tokens.setUsed(token.user_id, token.token_id, at.toISOString());
    return token;
  };
