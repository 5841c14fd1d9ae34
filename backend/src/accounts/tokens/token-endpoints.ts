import { onlyPage } from '../../contract/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { createMakeToken } from './token.ts';
import type { TokenStore } from '../../model/reader/token.ts';
import { DomainError } from '../../lib/domain-error.ts';

export const createTokenEndpoints = (deps: {
  tokens: Pick<TokenStore, 'put' | 'list' | 'delete'>;
  now: Clock;
  newSecret: () => string;
}): HandlersOf<'listTokens' | 'createToken' | 'deleteToken'> => {
  const { tokens } = deps;
  const makeToken = createMakeToken(deps);
  return {
    listTokens: async ({ reader: { user_id } }) =>
      onlyPage((await tokens.list(user_id)).toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))),
    createToken: ({ reader: { user_id }, body }) => makeToken(user_id, body),
    deleteToken: async ({ reader: { user_id }, params: { token_id } }) => {
      if (!(await tokens.delete(user_id, token_id)))
        throw new DomainError('NOT_FOUND', 'You have no such API token.');
      return undefined;
    },
  };
};
