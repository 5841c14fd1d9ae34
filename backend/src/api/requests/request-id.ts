import type { ApiMiddleware } from './http.ts';

/** Adds the request's id to every response, so that a reader can name it to the owner. */
export const requestId = (): ApiMiddleware => {
  const addId: ApiMiddleware['after'] = (request) => {
    request.response = {
      ...request.response,
      headers: { ...request.response?.headers, 'x-request-id': request.context.awsRequestId },
    };
  };
  return { after: addId, onError: addId };
};
