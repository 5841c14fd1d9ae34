import { dailyCleanup } from '../retention/daily-cleanup.ts';
import type { ContextOf } from './context.ts';

export const createCleanupHandler = (ctx: ContextOf['cleanup']) => (): Promise<void> => dailyCleanup(ctx);
