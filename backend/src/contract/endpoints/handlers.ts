import type { TokenScope } from '../schemas/account.ts';
import type { AnswerOf, Endpoint, RequestOf } from './shape/endpoint.ts';
import type { EndpointName, Endpoints } from './endpoints.ts';

/** The reader who sends a request. Every item that the request touches belongs to this user_id. */
export type Reader = {
  user_id: string;
  is_owner: boolean;
  /** local: the only reader of a local runner without sign-in. proxy: the proxy before it vouches for the reader. */
  via: 'local' | 'session' | 'token' | 'proxy';
  /** read: GET only. Sessions and the local reader have write scope. */
  scope: TokenScope;
  /** Present if `via` is session. */
  session_id?: string;
  /** Present if `via` is token. */
  token_id?: string;
};

/** The facts about the client of a request, apart from the reader. */
export type Viewer = {
  /** The address of this service as the viewer sees it: scheme and host, without a slash at the end. */
  origin: string;
  user_agent: string;
  /** The name that a trusted proxy gives the viewer; null if none does. */
  proxy_user: string | null;
  cookies: Readonly<Record<string, string>>;
};

/** The reader that endpoint E passes to its use case; may be null only if the endpoint is public. */
export type ReaderOf<E extends Endpoint> = E['access'] extends 'public' ? Reader | null : Reader;

/**
 * The function behind one endpoint: it takes a parsed request and returns the contract's response. Throws domain
 * errors.
 */
export type EndpointHandler<N extends EndpointName> = (
  request: RequestOf<Endpoints[N]> & {
    reader: ReaderOf<Endpoints[N]>;
    viewer: Viewer;
    /** Aborted when nobody waits for the answer any more: the client has gone, or the time for it is over. */
    gone: AbortSignal;
  },
) => Promise<AnswerOf<Endpoints[N]>>;

/** The endpoints of one capability by operation name. */
export type HandlersOf<N extends EndpointName> = { [K in N]: EndpointHandler<K> };

export type ApiHandlers = HandlersOf<Exclude<EndpointName, 'getHealth' | 'getOpenApi'>>;
