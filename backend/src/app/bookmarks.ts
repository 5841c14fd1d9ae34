import { countRun } from '../bookmarks/count-run.ts';
import type { ContextOf } from './context.ts';

export const createBookmarksHandler = (ctx: ContextOf['bookmarks']) => async (): Promise<void> => {
  await countRun(ctx);
};
