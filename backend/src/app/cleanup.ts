import { createDailyCleanup, createMaintainFeed } from '../retention/daily-cleanup.ts';
import { createForgetFeed } from '../retention/forget-feed.ts';
import type { ContextOf } from './context.ts';

export const createCleanupHandler = (ctx: ContextOf['cleanup']): (() => Promise<void>) => {
  return createDailyCleanup({
    ...ctx,
    maintainFeed: createMaintainFeed({
      ...ctx,
      forgetFeed: createForgetFeed(ctx),
    }),
  });
};
