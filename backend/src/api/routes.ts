import type { Route } from '@middy/http-router';
import { endpoints } from '../contract/index.ts';
import type { Endpoint, EndpointName, Endpoints, ResponseOf } from '../contract/index.ts';
import { ApiError } from './api-error.ts';
import type { ApiHandlers, EndpointHandler, Reader } from '../contract/handlers.ts';
import type { ApiEvent, ApiResult } from './http.ts';
import { imageAnswer } from './image-answer.ts';
import { jsonResponse } from './json-response.ts';
import { parseRequest } from './parse-request.ts';

type ReaderEndpointName = keyof ApiHandlers;
type PublicEndpointName = Exclude<EndpointName, ReaderEndpointName>;
type PublicHandlers = { [K in PublicEndpointName]: () => Promise<ResponseOf<Endpoints[K]>> };

/** Who sends the request; null for nobody we know. */
export type Authenticate = (event: ApiEvent) => Promise<Reader | null>;

type RoutesOptions = {
  handlers: ApiHandlers;
  publicHandlers: PublicHandlers;
  authenticate: Authenticate;
};

const isEndpointName = (name: string): name is EndpointName => Object.hasOwn(endpoints, name);

/** One route for each endpoint of the contract: authentication, parsing, the use case, the response. */
export const createRoutes = ({ handlers, publicHandlers, authenticate }: RoutesOptions) => {
  const requireReader = async (event: ApiEvent): Promise<Reader> => {
    const reader = await authenticate(event);
    if (reader !== null) return reader;
    throw new ApiError('UNAUTHENTICATED', 'You are not signed in.', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  };

  const serveReader = <N extends ReaderEndpointName>(name: N) => {
    const endpoint: Endpoints[N] = endpoints[name];
    const handle: EndpointHandler<N> = handlers[name];
    return async (event: ApiEvent): Promise<ApiResult> => {
      const reader = await requireReader(event);
      const result = await handle({ ...parseRequest(endpoint, event), reader });
      const { imageResponse }: Endpoint = endpoint;
      return imageResponse === undefined
        ? jsonResponse(endpoint, result)
        : imageAnswer(endpoint, imageResponse, result, event.headers['if-none-match']);
    };
  };

  const servePublic = (name: PublicEndpointName) => {
    const endpoint = endpoints[name];
    return async (event: ApiEvent): Promise<ApiResult> => {
      parseRequest(endpoint, event);
      return jsonResponse(endpoint, await publicHandlers[name]());
    };
  };

  const isPublic = (name: EndpointName): name is PublicEndpointName => Object.hasOwn(publicHandlers, name);
  const isReader = (name: EndpointName): name is ReaderEndpointName => !isPublic(name);

  return Object.keys(endpoints)
    .filter(isEndpointName)
    .map((name): Route<ApiEvent, ApiResult> => {
      const { method, path }: Endpoint = endpoints[name];
      const serve = isReader(name) ? serveReader(name) : servePublic(name);
      return {
        method,
        path,
        handler: (event: ApiEvent) => {
          event.routeKey = `${method} ${path}`;
          return serve(event);
        },
      };
    });
};
