import type { Route } from '@middy/http-router';
import { endpoints } from '../contract/index.ts';
import type { Endpoint, EndpointName, Endpoints, ResponseOf } from '../contract/index.ts';
import type { ApiHandlers, EndpointHandler, Reader } from '../contract/handlers.ts';
import { browserAnswer } from './browser-answer.ts';
import { checkAccess } from './check-access.ts';
import type { ApiEvent, ApiResult } from './http.ts';
import { imageAnswer } from './image-answer.ts';
import { jsonResponse } from './json-response.ts';
import type { LimitRequest } from './limit-requests.ts';
import { parseRequest } from './parse-request.ts';
import { viewerOf } from './viewer.ts';

type HandledName = keyof ApiHandlers;
type ServiceName = Exclude<EndpointName, HandledName>;
type ServiceHandlers = { [K in ServiceName]: () => Promise<ResponseOf<Endpoints[K]>> };

/** Who sends the request; null for nobody we know. */
export type Authenticate = (event: ApiEvent) => Promise<Reader | null>;

type RoutesOptions = {
  handlers: ApiHandlers;
  serviceHandlers: ServiceHandlers;
  authenticate: Authenticate;
  limitRequest: LimitRequest;
};

const isEndpointName = (name: string): name is EndpointName => Object.hasOwn(endpoints, name);

const answerOf = (endpoint: Endpoint, result: unknown, event: ApiEvent): ApiResult => {
  const { imageResponse, browserResponse } = endpoint;
  if (browserResponse === true) return browserAnswer(endpoint, result);
  return imageResponse === undefined
    ? jsonResponse(endpoint, result)
    : imageAnswer(endpoint, imageResponse, result, event.headers['if-none-match']);
};

/** One route for each endpoint of the contract: authentication, limit, access, parsing, the use case, the response. */
export const createRoutes = ({ handlers, serviceHandlers, authenticate, limitRequest }: RoutesOptions) => {
  const serveHandled = <N extends HandledName>(name: N) => {
    const endpoint: Endpoints[N] = endpoints[name];
    const handle: EndpointHandler<N> = handlers[name];
    return async (event: ApiEvent): Promise<ApiResult> => {
      const sender = await authenticate(event);
      return limitRequest(event, endpoint, sender, async () => {
        const reader = checkAccess(endpoint, sender);
        const result = await handle({ ...parseRequest(endpoint, event), reader, viewer: viewerOf(event) });
        return answerOf(endpoint, result, event);
      });
    };
  };

  const serveService = (name: ServiceName) => {
    const endpoint: Endpoint = endpoints[name];
    return async (event: ApiEvent): Promise<ApiResult> => {
      const sender = endpoint.limit === 'none' ? null : await authenticate(event);
      return limitRequest(event, endpoint, sender, async () => {
        parseRequest(endpoint, event);
        return jsonResponse(endpoint, await serviceHandlers[name]());
      });
    };
  };

  const isService = (name: EndpointName): name is ServiceName => Object.hasOwn(serviceHandlers, name);
  const isHandled = (name: EndpointName): name is HandledName => !isService(name);

  return Object.keys(endpoints)
    .filter(isEndpointName)
    .map((name): Route<ApiEvent, ApiResult> => {
      const { method, path }: Endpoint = endpoints[name];
      const serve = isHandled(name) ? serveHandled(name) : serveService(name);
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
