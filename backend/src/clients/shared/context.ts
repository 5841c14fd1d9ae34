import type { SignInPolicy } from '../../accounts/providers/sign-in-policy.ts';
import type { ApiHandlers, EndpointHandler, Reader } from '../../contract/endpoints/handlers.ts';
import type { Limiter } from '../../limits/limiter.ts';
import type { Context } from '../../model/context.ts';
import type { Searcher } from '../../search/keep/searcher.ts';
import type { SelectTodayContext } from '../../today/select-today.ts';

/**
 * The context of what other feed readers ask for. `handlers` are the use cases of the API: what a client changes passes the
 * same way as what the page changes.
 */
export type ClientsContext = SelectTodayContext &
  Pick<
    Context,
    | 'articles'
    | 'sitePages'
    | 'saved'
    | 'sessions'
    | 'identities'
    | 'invitations'
    | 'readers'
    | 'tokens'
    | 'log'
    | 'savedSearches'
    | 'embedder'
    | 'keywordMemory'
    | 'feeds'
    | 'hubs'
    | 'notified'
    | 'sendFetch'
  > & {
    searcher: Searcher;
    handlers: ApiHandlers;
    limiter: Limiter;
    signInPolicy: SignInPolicy;
  };

type HandledName = keyof ApiHandlers;
type RequestOf<N extends HandledName> = Parameters<EndpointHandler<N>>[0];

/** Returns the parts of a use case's request that name who asks, and that nobody waits less long than for any other. */
export const asReader = (
  reader: Reader,
  origin: string,
): Pick<RequestOf<'listFeeds'>, 'reader' | 'viewer' | 'gone'> => ({
  reader,
  viewer: { origin, user_agent: '', cookies: {}, proxy_user: null },
  gone: new AbortController().signal,
});

/** The parts of a request that has no parameters, query and body. */
export const nothing = { params: undefined, query: undefined, body: undefined } as const;
