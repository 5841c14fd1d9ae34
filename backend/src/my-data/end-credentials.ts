import type { IdentityStore } from '../model/reader/identity.ts';
import type { SessionStore } from '../model/reader/session.ts';
import type { TodayLinkStore } from '../model/reader/today-link.ts';
import type { TokenStore } from '../model/reader/token.ts';

type EndCredentialsDeps = {
  identities: Pick<IdentityStore, 'list' | 'delete'>;
  sessions: Pick<SessionStore, 'list' | 'delete'>;
  tokens: Pick<TokenStore, 'list' | 'delete'>;
  todayLinks: Pick<TodayLinkStore, 'list' | 'delete'>;
};

/**
 * Deletes every identity, session, token and address of Today of a reader. A later sign-in with one of the identities makes a new reader.
 */
export type EndCredentials = (userId: string) => Promise<void>;

export const createEndCredentials =
  ({ identities, sessions, tokens, todayLinks }: EndCredentialsDeps): EndCredentials =>
  async (userId) => {
    for (const { identity_id } of await identities.list(userId)) await identities.delete(userId, identity_id);
    for (const { session_id } of await sessions.list(userId)) await sessions.delete(userId, session_id);
    for (const { token_id } of await tokens.list(userId)) await tokens.delete(userId, token_id);
    for (const { link_id } of await todayLinks.list(userId)) await todayLinks.delete(userId, link_id);
  };
