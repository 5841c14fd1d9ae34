import { createDispatch } from '../refresh/schedule/dispatch.ts';
import type { Base, Sends } from './parts/adapters.ts';

export type DispatchAdapters = {
  base: Base;
  send: Pick<Sends, 'fetch'>;
  /** True if a run sends a feed that is due since this time; by default every run sends every due feed. */
  isTurn?: (due: string, at: Date) => boolean;
};

export const createDispatchHandler = ({ base, send, isTurn }: DispatchAdapters): (() => Promise<void>) => {
  const dispatch = createDispatch({ ...base, feeds: base.stores.feeds, sendFetch: send.fetch, isTurn });
  return async () => {
    await dispatch();
  };
};
