import { localReader, readerOfToken } from '../../accounts/authenticate.ts';
import { feverKeyHash } from '../../accounts/secret.ts';
import { noteTokenUse } from '../../accounts/tokens.ts';
import type { Reader } from '../../contract/endpoints/handlers.ts';
import type { ClientsContext } from '../shared/context.ts';
import type { ClientRequest } from '../shared/request.ts';

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
