import middy from '@middy/core';
import { compressAnswers } from '../api/compress-answers.ts';
import { describeError, errorActions } from '../api/error-table.ts';
import { securityHeaders } from '../api/answers.ts';
import { checkHost, checkMayWrite, createLimitRequests, type LimitRequest } from '../api/checks.ts';
import { requestId, type Api, type ApiEvent, type ApiMiddleware, type ApiResult } from '../api/requests.ts';
import { requestLog } from '../api/request-log.ts';
import { errorTable } from '../contract/index.ts';
import { HOOKS, isBelow, MCP } from '../config/client-paths.ts';
import { DomainError } from '../lib/errors.ts';
import type { Reader } from '../contract/endpoints/handlers.ts';
import type { ClientsContext } from './shared/context.ts';
import { answerFever, refusedFever } from './fever/answer-fever.ts';
import {
  feverReader,
  isFeverPath,
  authOf,
  authOfGreader,
  checkWriteToken,
  readerOf,
  signedOut,
} from './shared/sign-in.ts';
import { answerOpds, isOpdsPath, opdsReader } from './answer-opds.ts';
import { greaderEndpoint, methodsAt } from './greader/endpoints.ts';
import { readRequest, type ClientRequest, jsonAnswer, textAnswer } from './shared/request.ts';

/** Answers errors as text: what went wrong, and what to do. Clients show it as it is. */
const answerErrorsAsText = (): ApiMiddleware => ({
  onError: (request) => {
    const { code, message, headers } = describeError(request.error);
    const answer = textAnswer(`${message} ${errorActions[code]}\n`, errorTable[code].status);
    request.response = { ...answer, headers: { ...answer.headers, ...headers } };
  },
});

/** All requests of clients count in one class, whose limit a first sync does not meet. */
const ofClients = { access: 'reader', limit: 'client' } as const;
const signingIn = { access: 'public', limit: 'client' } as const;

const LOGIN = '/accounts/ClientLogin';

/** Answers the sign-in of the Google Reader API. The token is what the client sends from now on; it has no `=` in it. */
const signIn = async (
  ctx: ClientsContext,
  limitRequest: LimitRequest,
  event: ApiEvent,
  { parameters }: ClientRequest,
): Promise<ApiResult> => {
  const token = parameters.get('Passwd') ?? '';
  const reader = await readerOf(ctx, token);
  return limitRequest(event, signingIn, reader, () => {
    if (reader === null) return Promise.resolve(textAnswer('Error=BadAuthentication\n', 401));
    const lines = { SID: token, LSID: token, Auth: token };
    return Promise.resolve(
      parameters.get('output') === 'json'
        ? jsonAnswer(lines)
        : textAnswer(
            Object.entries(lines)
              .map(([name, value]) => `${name}=${value}\n`)
              .join(''),
          ),
    );
  });
};

const notFound = (path: string): DomainError => {
  const allowed = path === LOGIN ? ['GET', 'POST'] : methodsAt(path);
  if (allowed.length === 0) return new DomainError('NOT_FOUND', 'There is nothing at this address.');
  return new DomainError(
    'METHOD_NOT_ALLOWED',
    `This address is served with ${allowed.join(', ')} only.`,
    null,
    {
      headers: { allow: allowed.join(', ') },
    },
  );
};

/** Answers a request of the Google Reader API: who asks, the limit, the rights, then the endpoint. */
const answerGreader = async (
  ctx: ClientsContext,
  limitRequest: LimitRequest,
  event: ApiEvent,
  request: ClientRequest,
): Promise<ApiResult> => {
  if (request.path === LOGIN && ['GET', 'POST'].includes(request.method)) {
    event.routeKey = `${request.method} ${LOGIN}`;
    return signIn(ctx, limitRequest, event, request);
  }
  const found = greaderEndpoint(request);
  const auth = authOfGreader(request);
  const reader = await readerOf(ctx, auth);
  if (found === null)
    return limitRequest(event, ofClients, reader, () => Promise.reject(notFound(request.path)));
  event.routeKey = found.route;
  return limitRequest(event, ofClients, reader, async () => {
    if (reader === null || auth === null) throw signedOut();
    if (found.endpoint.writes === true) checkMayWrite(reader);
    if (request.method === 'POST') checkWriteToken(auth, request);
    return found.endpoint.answer(ctx, { reader, auth, request });
  });
};

/** Answers a request of the Fever API. Who has no valid key gets an answer too, which says so. */
const answerFeverPath = async (
  ctx: ClientsContext,
  limitRequest: LimitRequest,
  event: ApiEvent,
  request: ClientRequest,
): Promise<ApiResult> => {
  event.routeKey = `${request.method} /fever/`;
  const reader = await feverReader(ctx, request);
  return limitRequest(event, signingIn, reader, () =>
    reader === null ? Promise.resolve(refusedFever()) : answerFever(ctx, reader, request),
  );
};

/** A protocol whose requests all need a token, and no more. */
type Protocol = {
  /** The name of its requests in the log, which never has what a client sent. */
  path: string;
  isAt: (path: string) => boolean;
  readerOf: (ctx: ClientsContext, request: ClientRequest) => Promise<Reader | null>;
  /** The way to sign in that its clients know. */
  way: string;
  answer: (ctx: ClientsContext, reader: Reader, request: ClientRequest) => Promise<ApiResult>;
};

const protocols: readonly Protocol[] = [
  {
    path: MCP,
    isAt: (path) => path === MCP || path === `${MCP}/`,
    readerOf: (ctx, request) => readerOf(ctx, authOf(request)),
    way: 'Bearer',
    // Loaded by the first assistant, because few readers have one.
    answer: async (...request) => (await import('./mcp/answer-mcp.ts')).answerMcp(...request),
  },
  {
    path: '/opds',
    isAt: isOpdsPath,
    readerOf: opdsReader,
    way: 'Basic realm="Omomi", charset="UTF-8"',
    answer: answerOpds,
  },
];

/** Answers a request of such a protocol: who asks, the limit, then what it asks for. */
const answerProtocol = async (
  ctx: ClientsContext,
  limitRequest: LimitRequest,
  event: ApiEvent,
  request: ClientRequest,
  { path, readerOf: findReader, way, answer }: Protocol,
): Promise<ApiResult> => {
  event.routeKey = `${request.method} ${path}`;
  const reader = await findReader(ctx, request);
  return limitRequest(event, ofClients, reader, () => {
    if (reader === null) throw signedOut(way);
    return answer(ctx, reader, request);
  });
};

/**
 * Creates the handler of the requests of other feed readers, assistants and hubs, which are those for which `isClientPath` is true.
 */
export const createClients = (ctx: ClientsContext): Api => {
  const { limiter, now, log } = ctx;
  const { limitRequest, addHeaders } = createLimitRequests(limiter, now);
  return middy<ApiEvent, ApiResult>()
    .use([
      requestLog({ log, monotonicNow: () => performance.now() }),
      compressAnswers(),
      requestId(),
      securityHeaders(),
      addHeaders,
      answerErrorsAsText(),
      checkHost(),
    ])
    .handler(async (event) => {
      // Its code is read only where a hub calls.
      if (isBelow(event.rawPath, HOOKS))
        return (await import('./answer-hook.ts')).answerHook(ctx, limitRequest, event);
      const request = readRequest(event);
      const protocol = protocols.find(({ isAt }) => isAt(request.path));
      if (protocol !== undefined) return answerProtocol(ctx, limitRequest, event, request, protocol);
      return isFeverPath(request.path)
        ? answerFeverPath(ctx, limitRequest, event, request)
        : answerGreader(ctx, limitRequest, event, request);
    });
};
