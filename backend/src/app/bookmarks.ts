import { createCountRun } from '../bookmarks/count-run.ts';
import { createCountBookmarks } from '../bookmarks/hatena.ts';
import type { ContextOf } from './context.ts';

export const createBookmarksHandler = (ctx: ContextOf['bookmarks']): (() => Promise<void>) => {
  const count = createCountBookmarks({ ...ctx, url: ctx.hatebuUrl });
  const run = createCountRun({ ...ctx, count });
  return async () => {
    await run();
  };
};
