import type { SendFetch } from '../queues/messages.ts';
import { createDispatch } from '../refresh/schedule/dispatch.ts';
import type { Base } from './base.ts';

export const createDispatchHandler = (parts: Base & { sendFetch: SendFetch }): (() => Promise<void>) => {
  const dispatch = createDispatch({ feeds: parts.stores.feeds, ...parts });
  return async () => {
    await dispatch();
  };
};
