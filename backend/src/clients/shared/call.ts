import type { ApiResult } from '../../api/requests.ts';
import type { Reader } from '../../contract/endpoints/handlers.ts';
import type { ReaderRows } from '../../search/keep/reader-rows.ts';
import type { ClientsContext } from './context.ts';
import { labelsOf, type Known } from './streams.ts';
import type { ClientRequest } from './request.ts';

/** A request of a client that has signed in. `auth` is its API token. */
export type Call = { reader: Reader; auth: string; request: ClientRequest };

export type ClientEndpoint = {
  /** True if it changes something, for which a token of scope `write` is needed. */
  writes?: true;
  answer: (ctx: ClientsContext, call: Call) => Promise<ApiResult>;
};

/** Returns all that the lists of a reader are made of, as it is now. */
export const loadKnown = async (
  ctx: ClientsContext,
  { user_id }: Reader,
): Promise<Known & { rows: ReaderRows }> => {
  const [rows, searches, profile] = await Promise.all([
    ctx.searcher.rows(user_id),
    ctx.savedSearches.list(user_id),
    ctx.profiles.get(user_id),
  ]);
  const labels = labelsOf({ rows, searches, language: profile?.language ?? 'auto' });
  return { rows, labels, names: rows.names };
};
