import { createDispatch } from '../refresh/schedule/dispatch.ts';
import { createTryWaiting } from '../scoring/waiting/try-waiting.ts';
import type { Base, Sends } from './parts/adapters.ts';

export type DispatchAdapters = {
  base: Base;
  send: Pick<Sends, 'fetch' | 'score'>;
  /** True if a run sends a feed that is due since this time; by default every run sends every due feed. */
  isTurn?: (due: string, at: Date) => boolean;
};

export const createDispatchHandler = ({ base, send, isTurn }: DispatchAdapters): (() => Promise<void>) => {
  const dispatch = createDispatch({ ...base, feeds: base.stores.feeds, sendFetch: send.fetch, isTurn });
  const tryWaiting = createTryWaiting({ ...base, ...base.stores, sendScore: send.score });
  return async () => {
    await dispatch();
    await tryWaiting();
  };
};
