import type { SendFetch } from '../../config/messages.ts';
import { createDispatch } from '../../refresh/dispatch.ts';
import type { Base } from './base.ts';

export const createDispatchHandler = (parts: Base & { sendFetch: SendFetch }): (() => Promise<void>) => {
  const dispatch = createDispatch({ feeds: parts.stores.feeds, ...parts });
  return async () => {
    await dispatch();
  };
};
