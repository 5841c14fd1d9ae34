import type { Clock, Log } from '../config/log.ts';
import { backOff } from './back-off.ts';
import type { BookmarkStore, CountedLink, Link, RunState } from './bookmark.ts';
import { type CountBookmarks, inCalls } from './hatena.ts';

const CALLS_A_RUN = 100;
/** From the end of one call to the start of the next. */
const PAUSE_MS = 5_000;
/** A run of slow answers ends by then; the next goes on. With its last call it stays below the lease. */
const LONGEST_RUN_MS = 12 * 60_000;
/** A run that died holds the next ones up for so long. The function is cut off sooner. */
const LEASE_MS = 15 * 60_000;
const AGAIN_AFTER_SECONDS = 24 * 3_600;
/** What was in a call that failed waits, so that one that never succeeds does not stand before the rest. */
const FAILED_AGAIN_SECONDS = 30 * 60;
/** Calls between two saves: a run that dies loses what so many brought. */
const SAVE_EVERY = 10;

export type CountRunDeps = {
  bookmarks: BookmarkStore;
  count: CountBookmarks;
  /** Waits so many milliseconds. False where the process is about to stop. */
  pause: (milliseconds: number) => Promise<boolean>;
  now: Clock;
  newId: () => string;
  log: Log;
};

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);

/** What is known with what came, without what has expired; what is known keeps its count. */
const merged = (known: CountedLink[], added: Link[], at: number): Map<string, CountedLink> => {
  const links = new Map(known.map((link) => [link.article_id, link]));
  for (const link of added) {
    const { count = null, next_at = 0 } = links.get(link.article_id) ?? {};
    links.set(link.article_id, { ...link, count, next_at });
  }
  for (const { article_id, ttl } of links.values()) if (ttl <= at) links.delete(article_id);
  return links;
};

/**
 * One run: what is due is asked for, longest overdue first, by one run at a time. Answers how many calls it made. A
 * failure keeps the last counts; enough of them in a row make this and the next runs wait.
 */
export const createCountRun = ({ bookmarks, count, pause, now, newId, log }: CountRunDeps) => {
  const askAll = async (owner: string, before: RunState, started: Date): Promise<number> => {
    let state = before;
    const at = secondsOf(started);
    const [known, added] = await Promise.all([bookmarks.load(), bookmarks.listAdded()]);
    const links = merged(known, added.links, at);
    const byLink = Map.groupBy(links.values(), ({ link }) => link);
    const due = [...links.values()].filter(({ next_at }) => next_at <= at);
    const overdueFirst = due.toSorted((a, b) => a.next_at - b.next_at || a.ttl - b.ttl);
    const calls = inCalls([...new Set(overdueFirst.map(({ link }) => link))]).slice(0, CALLS_A_RUN);

    const wait = async (): Promise<boolean> => {
      if (state.called_at === null) return true;
      const left = Date.parse(state.called_at) + PAUSE_MS - now().getTime();
      return left <= 0 || pause(left);
    };
    const ask = async (asked: string[]): Promise<Map<string, number> | null> => {
      try {
        return await count(asked);
      } catch (error) {
        log.warn('bookmarks could not be counted', {
          links: asked.length,
          failures: state.failures + 1,
          error,
        });
        return null;
      }
    };

    let made = 0;
    for (const asked of calls) {
      if (now().getTime() - started.getTime() >= LONGEST_RUN_MS || !(await wait())) break;
      const counts = await ask(asked);
      made += 1;
      const ended = now();
      const failures = counts === null ? state.failures + 1 : 0;
      const rest = backOff(failures);
      const not_before = rest === 0 ? null : new Date(ended.getTime() + rest).toISOString();
      state = { failures, called_at: ended.toISOString(), not_before };
      const next_at = secondsOf(ended) + (counts === null ? FAILED_AGAIN_SECONDS : AGAIN_AFTER_SECONDS);
      for (const link of asked)
        for (const one of byLink.get(link) ?? [])
          links.set(one.article_id, { ...one, count: counts?.get(link) ?? one.count, next_at });
      // Another run took over: what it saved is newer.
      if (!(await bookmarks.setState(owner, state))) return made;
      if (not_before !== null) break;
      if (made % SAVE_EVERY === 0) await bookmarks.save([...links.values()]);
    }
    if (made > 0 || added.links.length > 0 || links.size < known.length)
      await bookmarks.save([...links.values()]);
    await added.forget();
    log.info('bookmarks counted', {
      calls: made,
      due: due.length,
      links: links.size,
      failures: state.failures,
    });
    return made;
  };

  return async (): Promise<number> => {
    const started = now();
    const owner = newId();
    const until = new Date(started.getTime() + LEASE_MS);
    const state = await bookmarks.take(owner, until.toISOString(), started.toISOString());
    if (state === null) return 0;
    try {
      const isResting = state.not_before !== null && state.not_before > started.toISOString();
      return isResting ? 0 : await askAll(owner, state, started);
    } finally {
      await bookmarks.release(owner);
    }
  };
};
