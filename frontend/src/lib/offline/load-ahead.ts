import { OPENED_AT_ONCE } from '@omomi/backend/contract';
import { z } from 'zod';
import { call } from '../api/api.ts';
import { retryAfter } from '../api/limit.ts';
import { savesData } from './connection.ts';
import { openKept, workerIsThere } from './worker.ts';

/*
 * Loads what a reader needs without a connection: the lists, Today, the most important unread articles, and what was saved for
 * later. The service worker keeps every answer, so the requests are made for that alone.
 */

/** Number of unread articles that are loaded ahead, the most important ones. */
const ARTICLES = 100;
/** Number of saved articles that are loaded ahead, the first ones of their list. */
const SAVED = 50;
/** The pause between two requests, in milliseconds: a quarter of the requests that a reader may make in a minute. */
const PAUSE_MS = 2_000;
/** The time between two rounds, in milliseconds. */
const ROUND_MS = 60 * 60_000;
/** The time after a round in which no page of this browser begins another, in milliseconds. */
const FRESH_MS = 10 * 60_000;
/** The page that holds this lock loads ahead for all pages of this browser. */
const LOCK = 'omomi.load-ahead';
/** The address under which the time of the last round is kept: beside the answers, so that it goes when they go. */
const ROUND_AT = '/load-ahead';

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Makes a request for its answer to be kept. Returns false if the server could not be asked any more. */
const ask = async (request: () => Promise<unknown>, signal: AbortSignal): Promise<boolean> => {
  try {
    await request();
  } catch (error) {
    const seconds = retryAfter(error);
    if (seconds === null) return false;
    await pause(seconds * 1_000, signal);
  }
  return true;
};

/** The requests of a page that starts, which the worker did not see at the first visit. */
const essentials: readonly [path: string, request: () => Promise<unknown>][] = [
  ['/api/me', () => call('getMe', {})],
  ['/api/me/preferences', () => call('getPreferences', {})],
  ['/api/feeds', () => call('listFeeds', {})],
  ['/api/folders', () => call('listFolders', {})],
  ['/api/counts', () => call('getCounts', {})],
  ['/api/keywords', () => call('listKeywords', {})],
  ['/api/searches', () => call('listSearches', {})],
];

const DAY_MS = 24 * 60 * 60_000;
const keptToday = z.object({ since: z.string() });

/**
 * Loads the stories since the last visit as far as it is known here, otherwise of a day. Without a time in the request, the
 * server would take it for a visit of the reader.
 */
const loadToday = async (kept: Cache): Promise<{ items: readonly { article_id: string }[] }> => {
  const known: unknown = await kept
    .match('/api/today')
    .then((answer) => answer?.json())
    .catch(() => null);
  const since = keptToday.safeParse(known).data?.since ?? new Date(Date.now() - DAY_MS).toISOString();
  return call('listToday', { query: { since } });
};

/** Loads those of the articles that are not kept, several at a time. */
const loadArticles = async (
  kept: Cache,
  articleIds: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  const isKept = await Promise.all(articleIds.map((id) => kept.match(`/api/articles/${id}`)));
  let missing = articleIds.filter((_, at) => isKept[at] === undefined);
  while (missing.length > 0 && !signal.aborted) {
    const batch = missing.slice(0, OPENED_AT_ONCE);
    const request = async (): Promise<void> => {
      const { items } = await call('getArticles', { query: { article_ids: batch.join(',') }, signal });
      // An answer always has the first article, unless it has gone, but not all others if their texts are long.
      const done = new Set([batch[0], ...items.map(({ article_id }) => article_id)]);
      missing = missing.filter((id) => !done.has(id));
    };
    if (!(await ask(request, signal))) return;
    await pause(PAUSE_MS, signal);
  }
};

/** Loads the first page of a list. */
type LoadList = () => Promise<{ items: readonly { article_id: string }[] }>;

/** The lists to load: the one that is shown, and the saved articles. */
export type Lists = { shown: LoadList; saved: LoadList };

const loadRound = async (kept: Cache, lists: Lists, signal: AbortSignal): Promise<void> => {
  for (const [path, request] of essentials)
    if ((await kept.match(path)) === undefined && !(await ask(request, signal))) return;
  if (!(await ask(lists.shown, signal))) return;
  const query = { sort: 'importance_score', filter: 'unread', limit: ARTICLES } as const;
  const unread = await call('listArticles', { query, signal }).catch(() => null);
  const saved = await lists.saved().catch(() => null);
  const today = await loadToday(kept).catch(() => null);
  const rows = [...(today?.items ?? []), ...(unread?.items ?? []), ...(saved?.items ?? []).slice(0, SAVED)];
  const articleIds = new Set(rows.map(({ article_id }) => article_id));
  await loadArticles(kept, [...articleIds], signal);
};

const isFresh = async (kept: Cache): Promise<boolean> => {
  const text = await kept.match(ROUND_AT).then((answer) => answer?.text());
  const age = Date.now() - Number(text ?? 0);
  return age >= 0 && age < FRESH_MS;
};

/** Loads a round, unless a page of this browser did so a moment ago. Returns the milliseconds until the next one. */
const loadRoundOnce = async (lists: Lists, signal: AbortSignal): Promise<number> => {
  const kept = await openKept();
  if (kept === null || (await isFresh(kept))) return FRESH_MS;
  await loadRound(kept, lists, signal);
  // A round that was broken off goes on with the next page.
  if (!signal.aborted) await kept.put(ROUND_AT, new Response(String(Date.now())));
  return ROUND_MS;
};

/**
 * Loads ahead as soon as there is a service worker, and each hour, until `signal` aborts, unless the reader saves data. One of
 * this browser's pages does so at a time.
 */
export const loadAhead = (lists: Lists, signal: AbortSignal): void => {
  const round = async (): Promise<number> => {
    if (savesData() || document.visibilityState !== 'visible') return FRESH_MS;
    // Every browser with service workers has locks.
    return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
      lock === null ? FRESH_MS : loadRoundOnce(lists, signal),
    );
  };
  const run = async (): Promise<void> => {
    await workerIsThere(signal);
    while (!signal.aborted) await pause(await round(), signal);
  };
  // The page works without it.
  void run().catch(() => undefined);
};
