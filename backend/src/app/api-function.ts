import { identify } from '../accounts/authenticate.ts';
import { cookieNames } from '../accounts/secret.ts';
import { createApi } from '../api/create-api.ts';
import { bearerOf, viewerOf, type Api, type Authenticate } from '../api/requests.ts';
import type { ApiHandlers } from '../contract/endpoints/handlers.ts';
import { version } from '../lib/version.ts';
import { createApiContext, createApiHandlers } from './api.ts';
import type { PageContext } from './context.ts';

/** Puts the use cases behind the checks that every request passes. */
const createChecked = (ctx: PageContext, handlers: ApiHandlers, authenticate: Authenticate): Api =>
  createApi({
    ...ctx,
    handlers,
    authenticate,
    corsAllowedOrigin: ctx.settings.CORS_ALLOWED_ORIGIN,
    hasBookmarkCounts: ctx.settings.HATEBU === 'on',
    hasTextModel: ctx.textModel !== null,
    version,
  });

/** Creates the handler of the api function. */
export const createApiFunction = (
  ctx: PageContext,
  handlers: ApiHandlers = createApiHandlers(createApiContext(ctx)),
): Api => {
  const { session: cookie } = cookieNames(ctx.signInPolicy);
  return createChecked(ctx, handlers, (event) => {
    const { cookies, proxy_user } = viewerOf(event);
    const session = cookies[cookie] ?? null;
    return identify(ctx, { token: bearerOf(event), session, proxy_user });
  });
};

/** Creates the API for scripts: an API token alone tells who asks, and no cookie reaches a use case. */
export const createTokenApi = (ctx: PageContext, handlers: ApiHandlers): Api => {
  const api = createChecked(ctx, handlers, (event) =>
    identify(ctx, { token: bearerOf(event) ?? '', session: null, proxy_user: null }),
  );
  return (event, context, gone) => api({ ...event, cookies: [] }, context, gone);
};
