import { articlePage, timestamp } from '@omomi/backend/contract';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { z } from 'zod';
import { keys } from '../../../lib/queries/query-keys.ts';
import { readSession, writeSession } from '../../../lib/storage.ts';
import type { ListPage } from '../queries.ts';

/** Where this tab keeps the list that it shows, so that a reload shows the same one. */
const storageKey = 'omomi.list';
/** The most characters to keep, of about five million that a browser allows. */
const MOST_CHARACTERS = 4_000_000;
/** An older list is loaded anew, in milliseconds. */
const KEPT_MS = 24 * 60 * 60_000;

const keptList = z.object({
  key: z.string(),
  pages: z.array(articlePage.extend({ asked_at: timestamp, asked_here: z.number() })).min(1),
  pageParams: z.array(z.string()),
});

type Kept = InfiniteData<ListPage, string>;

/** Returns the list that was shown before a reload, if it is the one with this key. */
export const readKeptList = (key: QueryKey): Kept | undefined => {
  const text = readSession(storageKey);
  // Of all lists only one is kept, and comparing its key is quicker than parsing its rows.
  if (text === null || !text.startsWith(`{"key":${JSON.stringify(JSON.stringify(key))}`)) return undefined;
  const json: unknown = JSON.parse(text);
  const { data } = keptList.safeParse(json);
  const asked = Date.parse(data?.pages[0]?.asked_at ?? '');
  if (data === undefined || data.pages.length !== data.pageParams.length || !(asked > Date.now() - KEPT_MS))
    return undefined;
  return { pages: data.pages, pageParams: data.pageParams };
};

/** Keeps the list that is shown. One that is too long loses its last pages. */
const keepList = (client: QueryClient): void => {
  const [query] = client.getQueryCache().findAll({
    queryKey: keys.articleLists,
    type: 'active',
    predicate: ({ queryKey }) => queryKey.length === 5,
  });
  if (query === undefined) return;
  const data = client.getQueryData<Kept>(query.queryKey);
  if (data === undefined) return;
  const pages = [...data.pages];
  const textOf = (): string =>
    JSON.stringify({
      key: JSON.stringify(query.queryKey),
      pages,
      pageParams: data.pageParams.slice(0, pages.length),
    });
  let text = textOf();
  while (text.length > MOST_CHARACTERS && pages.length > 1) {
    pages.length = Math.floor(pages.length * (MOST_CHARACTERS / text.length));
    text = textOf();
  }
  writeSession(storageKey, text);
};

/** Keeps the list whenever the page may be left. Returns the function that ends it. */
export const keepShownList = (client: QueryClient): (() => void) => {
  const keep = (): void => {
    if (document.visibilityState === 'hidden') keepList(client);
  };
  const onHide = (): void => keepList(client);
  document.addEventListener('visibilitychange', keep);
  window.addEventListener('pagehide', onHide);
  return () => {
    document.removeEventListener('visibilitychange', keep);
    window.removeEventListener('pagehide', onHide);
  };
};
