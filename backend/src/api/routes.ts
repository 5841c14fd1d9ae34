import type { Route } from '@middy/http-router';
import {
  endpoints,
  type Endpoint,
  type EndpointName,
  type Endpoints,
  type ResponseOf,
} from '../contract/index.ts';
import type { ApiHandlers, EndpointHandler, Reader } from '../contract/endpoints/handlers.ts';
import {
  browserAnswer,
  documentAnswer,
  fileAnswer,
  imageAnswer,
  jsonAnswer,
  jsonResponse,
} from './answers.ts';
import { type LimitRequest, checkAccess, checkDestination } from './checks.ts';
import { type ApiEvent, type ApiResult, type Authenticate, parseRequest, viewerOf } from './requests.ts';

type HandledName = keyof ApiHandlers;
type ServiceName = Exclude<EndpointName, HandledName>;
type ServiceHandlers = { [K in ServiceName]: () => Promise<ResponseOf<Endpoints[K]>> };

type RoutesOptions = {
  handlers: ApiHandlers;
  serviceHandlers: ServiceHandlers;
  authenticate: Authenticate;
  limitRequest: LimitRequest;
  /** Returns the signal that tells that the client of a request has gone; null if nobody tells. */
  goneOf: (event: ApiEvent) => AbortSignal | null;
};

const isEndpointName = (name: string): name is EndpointName => Object.hasOwn(endpoints, name);

/** Returns the signal that middy aborts when the time for the answer is over. */
const lateOf = (options: unknown): AbortSignal => {
  const signal =
    typeof options === 'object' && options !== null && 'signal' in options ? options.signal : null;
  return signal instanceof AbortSignal ? signal : new AbortController().signal;
};

const answerOf = (endpoint: Endpoint, result: unknown, event: ApiEvent): ApiResult => {
  const { imageResponse, fileResponse, documentResponse, browserResponse } = endpoint;
  const ifNoneMatch = event.headers['if-none-match'];
  if (browserResponse === true) return browserAnswer(endpoint, result);
  if (documentResponse !== undefined) return documentAnswer(endpoint, documentResponse, result, ifNoneMatch);
  if (fileResponse !== undefined) return fileAnswer(endpoint, fileResponse, result, ifNoneMatch);
  return imageResponse === undefined
    ? jsonAnswer(endpoint, result, ifNoneMatch)
    : imageAnswer(endpoint, imageResponse, result, ifNoneMatch);
};

/** Creates the function that serves a request. It is counted even if the table fails during authentication. */
const createServe =
  ({ authenticate, limitRequest }: Pick<RoutesOptions, 'authenticate' | 'limitRequest'>) =>
  async (
    event: ApiEvent,
    endpoint: Endpoint,
    work: (sender: Reader | null) => Promise<ApiResult>,
  ): Promise<ApiResult> => {
    checkDestination(endpoint, event);
    let sender: Reader | null = null;
    try {
      if (endpoint.access !== 'public' || endpoint.limit !== 'none') sender = await authenticate(event);
    } catch (error) {
      return limitRequest(event, endpoint, null, () => Promise.reject(error));
    }
    return limitRequest(event, endpoint, sender, () => work(sender));
  };

/**
 * Creates one route for each endpoint of the contract: authentication, limit, access, parsing, the use case, the
 * response.
 */
export const createRoutes = ({
  handlers,
  serviceHandlers,
  authenticate,
  limitRequest,
  goneOf,
}: RoutesOptions) => {
  const serve = createServe({ authenticate, limitRequest });

  const serveHandled = <N extends HandledName>(name: N) => {
    const endpoint: Endpoints[N] = endpoints[name];
    const handle: EndpointHandler<N> = handlers[name];
    return (event: ApiEvent, late: AbortSignal) =>
      serve(event, endpoint, async (sender) => {
        const reader = checkAccess(endpoint, sender);
        const gone = AbortSignal.any([late, goneOf(event) ?? late]);
        const viewer = viewerOf(event);
        const result = await handle({ ...parseRequest(endpoint, event), reader, viewer, gone });
        return answerOf(endpoint, result, event);
      });
  };

  const serveService = (name: ServiceName) => {
    const endpoint: Endpoint = endpoints[name];
    return (event: ApiEvent) =>
      serve(event, endpoint, async () => {
        parseRequest(endpoint, event);
        return jsonResponse(endpoint, await serviceHandlers[name]());
      });
  };

  const isService = (name: EndpointName): name is ServiceName => Object.hasOwn(serviceHandlers, name);
  const isHandled = (name: EndpointName): name is HandledName => !isService(name);

  return Object.keys(endpoints)
    .filter(isEndpointName)
    .map((name): Route<ApiEvent, ApiResult> => {
      const { method, path }: Endpoint = endpoints[name];
      const handler = isHandled(name) ? serveHandled(name) : serveService(name);
      return {
        method,
        path,
        // The third argument is what middy hands on, though the types call it a callback.
        handler: (event: ApiEvent, _context: unknown, options: unknown) => {
          event.routeKey = `${method} ${path}`;
          return handler(event, lateOf(options));
        },
      };
    });
};
