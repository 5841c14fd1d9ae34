import { countRun } from '../bookmarks/count-run.ts';
import type { AppContext, Base } from './context.ts';

export const createBookmarksHandler =
  (ctx: Base & Pick<AppContext, 'fetch' | 'hatebuUrl'>) => async (): Promise<void> => {
    await countRun(ctx);
  };
