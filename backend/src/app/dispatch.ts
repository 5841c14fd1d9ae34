import { createDispatch } from '../refresh/schedule/dispatch.ts';
import type { Base, Sends } from './adapters.ts';

export type DispatchAdapters = { base: Base; send: Pick<Sends, 'fetch'> };

export const createDispatchHandler = ({ base, send }: DispatchAdapters): (() => Promise<void>) => {
  const dispatch = createDispatch({ ...base, feeds: base.stores.feeds, sendFetch: send.fetch });
  return async () => {
    await dispatch();
  };
};
