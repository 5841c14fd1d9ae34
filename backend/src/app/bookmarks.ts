import { createCountRun } from '../bookmarks/count-run.ts';
import { createCountBookmarks } from '../bookmarks/hatena.ts';
import type { Base, Outbound, Runtime } from './parts/adapters.ts';

export type BookmarksAdapters = { base: Base; outbound: Outbound; runtime: Pick<Runtime, 'pause'> };

export const createBookmarksHandler = ({
  base: { stores, ...base },
  outbound: { fetch, hatebuUrl },
  runtime: { pause },
}: BookmarksAdapters): (() => Promise<void>) => {
  const count = createCountBookmarks({ fetch, url: hatebuUrl });
  const run = createCountRun({ ...base, bookmarks: stores.bookmarks, count, pause });
  return async () => {
    await run();
  };
};
