import { createReadState } from '../articles/reading/read-state.ts';
import type { Retention } from '../model/reader/retention.ts';
import type { MakeKeywordVector } from '../scoring/keyword-vector.ts';
import type { Searcher } from '../search/keep/searcher.ts';
import { createLikesOf } from '../search/results/meaning.ts';
import { createFoundEndpoints, createSavedSearchEndpoints } from '../search/saved/saved-search-endpoints.ts';
import type { Base } from './context.ts';
import { countUnreadOf } from './base.ts';

/** Creates the handlers for saved searches, and for marking what a search finds as read. */
export const createSavedSearchHandlers = (
  ctx: Base,
  parts: { searcher: Searcher; makeVector: MakeKeywordVector; retention: Retention },
) => {
  const { searcher, makeVector, retention } = parts;
  const readState = createReadState({ ...ctx, countUnread: countUnreadOf(ctx), retention });
  return {
    ...createSavedSearchEndpoints(ctx),
    ...createFoundEndpoints({
      ...ctx,
      searcher,
      likesOf: createLikesOf(makeVector),
      readState,
    }),
  };
};
