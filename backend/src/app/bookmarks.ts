import { createCountRun } from '../bookmarks/count-run.ts';
import { createCountBookmarks } from '../bookmarks/hatena.ts';
import type { GuardedFetch } from '../outbound/guard/guarded-fetch.ts';
import type { Base } from './base.ts';

export type BookmarksParts = Base & {
  fetch: GuardedFetch;
  /** The address of the bookmark service. */
  hatebuUrl: string;
  /** Waits for the given milliseconds. Returns false if the process is about to stop. */
  pause: (milliseconds: number) => Promise<boolean>;
};

export const createBookmarksHandler = (parts: BookmarksParts): (() => Promise<void>) => {
  const { stores, fetch, hatebuUrl } = parts;
  const run = createCountRun({ ...parts, ...stores, count: createCountBookmarks({ fetch, url: hatebuUrl }) });
  return async () => {
    await run();
  };
};
