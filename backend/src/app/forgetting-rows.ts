import type { ApiHandlers, EndpointHandler, HandlersOf } from '../contract/endpoints/handlers.ts';
import { endpoints } from '../contract/index.ts';
import type { Searcher } from '../search/keep/searcher.ts';

const set = <N extends HandledName>(handlers: HandlersOf<N>, name: N, handler: EndpointHandler<N>): void => {
  handlers[name] = handler;
};

type HandledName = keyof ApiHandlers;

/** Returns the handlers so that after a write of a reader the next search of this process reads the rows again. */
export const forgettingRows = (
  handlers: ApiHandlers,
  { forgetRows }: Pick<Searcher, 'forgetRows'>,
): ApiHandlers => {
  const wrapped: ApiHandlers = { ...handlers };
  const isHandled = (name: string): name is HandledName => Object.hasOwn(handlers, name);
  const wrap = <N extends HandledName>(name: N): void => {
    const handle: EndpointHandler<N> = handlers[name];
    const forgetting: EndpointHandler<N> = async (request) => {
      try {
        return await handle(request);
      } finally {
        if (request.reader !== null) forgetRows(request.reader.user_id);
      }
    };
    set(wrapped, name, forgetting);
  };
  for (const [name, { method }] of Object.entries(endpoints))
    if (method !== 'GET' && isHandled(name)) wrap(name);
  return wrapped;
};
