import type { TokenScope } from './account.ts';
import type { AnswerOf, Endpoint, RequestOf } from './endpoint.ts';
import type { EndpointName, Endpoints } from './endpoints.ts';

/** Who asks. Every item a request touches belongs to this user_id. */
export type Reader = {
  user_id: string;
  is_owner: boolean;
  /** local: the one reader of a runner without sign-in. */
  via: 'local' | 'session' | 'token';
  /** read: GET only. Sessions and the local reader may write. */
  scope: TokenScope;
  /** Where via is session. */
  session_id?: string;
  /** Where via is token. */
  token_id?: string;
};

/** What a request tells of where it comes from, beside who sent it. */
export type Viewer = {
  /** Where this service is for the viewer: scheme and host, without a slash at the end. */
  origin: string;
  user_agent: string;
  cookies: Readonly<Record<string, string>>;
};

/** The reader that endpoint E hands to its use case: null only where anyone may ask. */
export type ReaderOf<E extends Endpoint> = E['access'] extends 'public' ? Reader | null : Reader;

/** What serves one endpoint: a parsed request in, the contract's response out. Throws domain errors. */
export type EndpointHandler<N extends EndpointName> = (
  request: RequestOf<Endpoints[N]> & { reader: ReaderOf<Endpoints[N]>; viewer: Viewer },
) => Promise<AnswerOf<Endpoints[N]>>;

/** The endpoints of one capability by operation name. */
export type HandlersOf<N extends EndpointName> = { [K in N]: EndpointHandler<K> };

export type ApiHandlers = HandlersOf<Exclude<EndpointName, 'getHealth' | 'getOpenApi'>>;
