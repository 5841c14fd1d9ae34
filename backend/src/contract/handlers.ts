import type { RequestOf, ResponseOf } from './endpoint.ts';
import type { EndpointName, Endpoints } from './endpoints.ts';

/** Who asks. Every item a request touches belongs to this user_id. */
export type Reader = { user_id: string };

/** What serves one endpoint: a parsed request in, the contract's response out. Throws domain errors. */
export type EndpointHandler<N extends EndpointName> = (
  request: RequestOf<Endpoints[N]> & { reader: Reader },
) => Promise<ResponseOf<Endpoints[N]>>;

/** The endpoints of one capability by operation name. */
export type HandlersOf<N extends EndpointName> = { [K in N]: EndpointHandler<K> };

export type ApiHandlers = HandlersOf<Exclude<EndpointName, 'getHealth' | 'getOpenApi'>>;
