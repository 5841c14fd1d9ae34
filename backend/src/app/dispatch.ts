import { dispatch } from '../refresh/dispatch.ts';
import { tryWaiting } from '../scoring/try-waiting.ts';
import type { ContextOf } from './context.ts';

export const createDispatchHandler =
  (
    ctx: ContextOf['dispatch'],
    /** True if a run sends a feed that is due since this time; by default every run sends every due feed. */
    isTurn?: (due: string, at: Date) => boolean,
  ): (() => Promise<void>) =>
  async () => {
    await dispatch(ctx, isTurn);
    await tryWaiting(ctx);
  };
