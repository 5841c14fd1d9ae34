import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { type ListSignal, lastRowsSignal, onListSignal } from '../../../lib/queries/refresh-lists.ts';
import { useNotify } from '../../../lib/notify.ts';
import { keys } from '../../../lib/queries/query-keys.ts';
import { type ArticleListOf, type ListPage, keptTime } from '../queries.ts';
import { type ListChanges, lookForNews, renewList, reviewRows } from './look.ts';

/** Time between two looks at a list whose articles are arriving or waiting for their scores, in milliseconds. */
const LOOK_MS = 3_000;
/** The time after its arrival for which a score is waited for, in milliseconds. */
const SCORED_WITHIN_MS = 2 * 60_000;
/** A list that was not scrolled further than this is at its top, in pixels. */
const TOP_PX = 8;

type Shown = {
  list: ArticleListOf;
  /** Undefined until the first page is there. */
  data: { pages: readonly ListPage[] } | undefined;
  openId: string | null;
  /** True while the first articles of a feed may be on their way. */
  isArriving: boolean;
};

/** Runs one call at a time. A call that is asked for meanwhile runs once after it. Failures are left to the next call. */
const oneAtATime = (): ((run: () => Promise<void>) => Promise<void>) => {
  let running: Promise<void> | null = null;
  let next: (() => Promise<void>) | null = null;
  const start = async (run: () => Promise<void>): Promise<void> => {
    running = run().catch(() => undefined);
    await running;
    running = null;
    const waiting = next;
    next = null;
    if (waiting !== null) await start(waiting);
  };
  return async (run) => {
    if (running === null) await start(run);
    else next = run;
  };
};

/** Checks if a row of the first page waits for its score. */
const waitsForScores = (pages: readonly ListPage[] | undefined): boolean => {
  const arrivedAfter = new Date(Date.now() - SCORED_WITHIN_MS).toISOString();
  return (
    pages?.[0]?.items.some((row) => row.importance_score === null && row.created_at > arrivedAfter) ?? false
  );
};

/** Checks if rows were both asked for and compared with the server's before `at`, in milliseconds since 1970. */
const isOlder = (
  pages: readonly ListPage[] | undefined,
  changes: ListChanges | undefined,
  at: number,
): boolean => {
  const asked = pages?.[0]?.asked_here;
  return asked !== undefined && Math.max(asked, changes?.reviewedAt ?? 0) < at;
};

/** Looks again and again while articles are arriving or waiting for their scores. */
const useLookAgain = (isWaiting: boolean, look: () => void): void => {
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, look]);
};

/** Checks that nobody reads the list yet: it is at its top, and nothing in it is open or has the focus. */
const isUntouched = (openId: string | null): boolean =>
  openId === null &&
  window.scrollY <= TOP_PX &&
  (document.activeElement?.closest('[data-testid=article-row]') ?? null) === null;

const review = async (client: QueryClient, list: ArticleListOf): Promise<void> => {
  await reviewRows(client, list);
  await lookForNews(client, list);
};

/** Loads the list anew, unless the reader begins to read it while its first page is on its way. */
const renewUnread = async (
  client: QueryClient,
  list: ArticleListOf,
  mayMove: () => boolean,
): Promise<void> => {
  if (!(await renewList(client, list, mayMove))) await review(client, list);
};

/**
 * Keeps a list as it was loaded, and says what has changed since: which articles are new, and if the order is another.
 * Only a list that nobody reads yet is loaded anew by itself, after its keywords have changed or while its first
 * articles arrive.
 */
export const useSnapshot = ({ list, data, openId, isArriving }: Shown) => {
  const client = useQueryClient();
  const notify = useNotify();
  const pages = data?.pages;
  const askedAt = pages?.[0]?.asked_at ?? '';
  const { data: changes } = useQuery<ListChanges>({
    queryKey: keys.listChanges(list.scope, askedAt),
    queryFn: skipToken,
    gcTime: keptTime,
  });
  const isEmpty = pages?.every(({ items }) => items.length === 0) ?? false;
  const isWaiting = (isEmpty && isArriving) || waitsForScores(pages);
  const latest = useRef({ list, openId, isArriving, isEmpty });
  useEffect(() => {
    latest.current = { list, openId, isArriving, isEmpty };
  });
  const queue = useRef<ReturnType<typeof oneAtATime> | null>(null);
  const enqueue = useCallback((run: () => Promise<void>): void => {
    queue.current ??= oneAtATime();
    void queue.current(run);
  }, []);

  const onSignal = useCallback(
    (signal: ListSignal) => {
      const mayMove = (): boolean => {
        const { isEmpty: isStillEmpty, isArriving: areComing, openId: open } = latest.current;
        const isWanted = signal === 'rows' || areComing;
        return signal === 'renew' || isStillEmpty || (isWanted && isUntouched(open));
      };
      if (mayMove()) enqueue(() => renewUnread(client, latest.current.list, mayMove));
      else if (signal === 'rows') enqueue(() => review(client, latest.current.list));
      else enqueue(() => lookForNews(client, latest.current.list));
    },
    [client, enqueue],
  );
  useEffect(() => onListSignal(client, onSignal), [client, onSignal]);
  const lookAtScores = useCallback((): void => {
    const mayMove = (): boolean => latest.current.isEmpty || isUntouched(latest.current.openId);
    enqueue(() => {
      const { list: shown } = latest.current;
      return mayMove() ? renewUnread(client, shown, mayMove) : reviewRows(client, shown);
    });
  }, [client, enqueue]);
  useLookAgain(isWaiting, lookAtScores);
  const isBehind = isOlder(pages, changes, lastRowsSignal(client));
  useEffect(() => {
    if (isBehind) enqueue(() => review(client, latest.current.list));
  }, [client, enqueue, isBehind]);

  const renew = async (): Promise<void> => {
    try {
      await renewList(client, list);
      window.scrollTo({ top: 0, behavior: 'instant' });
    } catch (error) {
      notify.error(error);
    }
  };
  return { news: changes?.news.length ?? 0, isReordered: changes?.isReordered ?? false, renew };
};
