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
  pages: z.array(articlePage.extend({ asked_at: timestamp, asked_here: z.number() })).min(1),
  pageParams: z.array(z.string()),
});

type Kept = InfiniteData<ListPage, string>;

/** The beginning of the text that keeps the list with this key. */
const startOf = (key: QueryKey): string => `{"key":${JSON.stringify(JSON.stringify(key))}`;

/**
 * Returns the text that keeps a list, with as many of its first pages as `most` characters hold, and at least one.
 * `parseKept` turns it back into the list.
 */
export const keptText = (key: QueryKey, list: Kept, most = MOST_CHARACTERS): string => {
  const pages: string[] = [];
  let length = 0;
  for (const page of list.pages) {
    const text = JSON.stringify(page);
    length += text.length;
    if (pages.length > 0 && length > most) break;
    pages.push(text);
  }
  const pageParams = JSON.stringify(list.pageParams.slice(0, pages.length));
  return `${startOf(key)},"pages":[${pages.join(',')}],"pageParams":${pageParams}}`;
};

/** Returns the list that a text keeps, if it has this key and is less than a day old. */
export const parseKept = (text: string, key: QueryKey): Kept | undefined => {
  // Of all lists only one is kept, and comparing its key is quicker than parsing its rows.
  if (!text.startsWith(startOf(key))) return undefined;
  const json: unknown = JSON.parse(text);
  const { data } = keptList.safeParse(json);
  const asked = Date.parse(data?.pages[0]?.asked_at ?? '');
  if (data === undefined || data.pages.length !== data.pageParams.length || !(asked > Date.now() - KEPT_MS))
    return undefined;
  return { pages: data.pages, pageParams: data.pageParams };
};

/** Returns the list that was shown before a reload, if it is the one with this key. */
export const readKeptList = (key: QueryKey): Kept | undefined => {
  const text = readSession(storageKey);
  return text === null ? undefined : parseKept(text, key);
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
  if (data !== undefined) writeSession(storageKey, keptText(query.queryKey, data));
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
