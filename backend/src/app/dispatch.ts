import { dispatch } from '../refresh/dispatch.ts';
import { once } from '../lib/memory.ts';
import { tryWaiting } from '../scoring/try-waiting.ts';
import type { SettingsOf } from '../config/env.ts';
import type { AppContext, Base, SendsOf } from './context.ts';

export type DispatchContext = Base &
  SendsOf<'dispatch'> &
  Pick<AppContext, 'fetch' | 'mail'> & { settings: SettingsOf<'dispatch'> };

export const createDispatchHandler = (
  ctx: DispatchContext,
  /** True if a run sends a feed that is due since this time; by default every run sends every due feed. */
  isTurn?: (due: string, at: Date) => boolean,
): (() => Promise<void>) => {
  // Its code is read only where a reader has notifications.
  const notify = once(async () => (await import('./notify.ts')).createNotify(ctx));
  return async () => {
    await dispatch(ctx, isTurn);
    await tryWaiting(ctx);
    const notified = await ctx.notified.list();
    if (notified.length > 0) await (await notify())(notified);
  };
};
