import { dailyCleanup } from '../retention/daily-cleanup.ts';
import type { Base, SendsOf } from './context.ts';

export const createCleanupHandler = (ctx: Base & SendsOf<'cleanup'>) => (): Promise<void> =>
  dailyCleanup(ctx);
