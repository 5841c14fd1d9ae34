import type { LoadNames } from '../articles/lists/reader-names.ts';
import type { LoadStories } from '../articles/stories/known-stories.ts';
import type { ApiHandlers, EndpointHandler, HandlersOf } from '../contract/endpoints/handlers.ts';
import { endpoints } from '../contract/index.ts';
import type { MakeKeywordVector } from '../scoring/keyword-vector.ts';
import { createBringUpToDate, createCompact } from '../search/keep/bring-up-to-date.ts';
import { createNoteUse } from '../search/keep/note-use.ts';
import { createReadTexts } from '../search/keep/read-texts.ts';
import { createMemory } from '../search/keep/reader-memory.ts';
import { createLoadReaderRows } from '../search/keep/reader-rows.ts';
import { createRowsStore } from '../search/keep/kept-rows.ts';
import { createSearcher, type Searcher } from '../search/keep/searcher.ts';
import { createSegmentStore } from '../search/keep/segment-store.ts';
import { createLikesOf, createMeaningOf } from '../search/results/meaning.ts';
import { createListRelated, createSearchArticles } from '../search/results/search-endpoints.ts';
import type { AppContext, Base } from './context.ts';

type SearchParts = {
  loadNames: LoadNames;
  /** The name of the embedder's model. */
  model: string;
};

/** Creates the way to what is searched, which keeps readers' segments in the memory of the process. */
export const searcherOf = (
  ctx: Base & Pick<AppContext, 'searchMemoryBytes' | 'entryChanges'>,
  { loadNames, model }: SearchParts,
): Searcher => {
  const segments = createSegmentStore(ctx);
  const readTexts = createReadTexts({ ...ctx, model });
  return createSearcher({
    ...ctx,
    memory: createMemory(ctx.searchMemoryBytes),
    loadRows: createLoadReaderRows({
      ...ctx,
      changes: ctx.entryChanges,
      rowsStore: createRowsStore(ctx),
      loadNames,
    }),
    segments,
    bringUpToDate: createBringUpToDate({ ...ctx, readTexts, segments, compact: createCompact({ segments }) }),
    noteUse: createNoteUse({ ...ctx, segments }),
  });
};

/** Creates the handlers that search. */
export const createSearchHandlers = (
  ctx: Base,
  parts: {
    searcher: Searcher;
    makeVector: MakeKeywordVector;
    /** The name of the embedder's model. */
    model: string;
    loadNames: LoadNames;
    loadStories: LoadStories;
  },
) => ({
  ...createSearchArticles({
    ...ctx,
    ...parts,
    likesOf: createLikesOf(parts.makeVector),
    meaningOf: createMeaningOf(parts.makeVector, parts.model),
  }),
  ...createListRelated({ ...ctx, ...parts }),
});

const set = <N extends HandledName>(handlers: HandlersOf<N>, name: N, handler: EndpointHandler<N>): void => {
  handlers[name] = handler;
};

type HandledName = keyof ApiHandlers;

/** Returns the handlers so that after a write of a reader the next search of this process reads the rows again. */
export const forgettingRows = (
  handlers: ApiHandlers,
  { forgetRows }: Pick<Searcher, 'forgetRows'>,
): ApiHandlers => {
  const wrapped: ApiHandlers = { ...handlers };
  const isHandled = (name: string): name is HandledName => Object.hasOwn(handlers, name);
  const wrap = <N extends HandledName>(name: N): void => {
    const handle: EndpointHandler<N> = handlers[name];
    const forgetting: EndpointHandler<N> = async (request) => {
      try {
        return await handle(request);
      } finally {
        if (request.reader !== null) forgetRows(request.reader.user_id);
      }
    };
    set(wrapped, name, forgetting);
  };
  for (const [name, { method }] of Object.entries(endpoints))
    if (method !== 'GET' && isHandled(name)) wrap(name);
  return wrapped;
};
