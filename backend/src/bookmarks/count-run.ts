import type { Log } from '../logging/log.ts';
import type { Clock } from '../lib/clock.ts';
import { backOff } from './back-off.ts';
import type { BookmarkStore, CountedLink, Link, RunState } from '../model/article/bookmark.ts';
import { type CountBookmarks, inCalls } from './hatena.ts';

const CALLS_A_RUN = 100;
/** Pause between the end of one call and the start of the next, in milliseconds. */
const PAUSE_MS = 5_000;
/**
 * Time after which a run makes no more calls, in milliseconds; the next run continues. Including its last call, a run
 * stays within the lease.
 */
const LONGEST_RUN_MS = 12 * 60_000;
/**
 * Duration of the lock, in milliseconds: a run that died blocks the next ones for this long. The function is cut off
 * sooner.
 */
const LEASE_MS = 15 * 60_000;
const AGAIN_AFTER_SECONDS = 24 * 3_600;
/** Wait for the links of a failed call, in seconds, so that a call that never succeeds does not block the others. */
const FAILED_AGAIN_SECONDS = 30 * 60;
/** Number of calls between two saves; a run that dies loses at most the results of this many. */
const SAVE_EVERY = 10;

export type CountRunDeps = {
  bookmarks: BookmarkStore;
  count: CountBookmarks;
  /** Waits this many milliseconds. Returns false if the process is about to stop. */
  pause: (milliseconds: number) => Promise<boolean>;
  now: Clock;
  newId: () => string;
  log: Log;
};

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);

/** Merges the added links into the known ones and drops expired ones. Known links keep their count. */
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
 * Creates a run, which asks for the counts that are due, the longest overdue first. Only one run works at a time. It
 * returns the number of calls it made. After a failure the last counts stay; several failures in a row make this run
 * and the next ones wait.
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
      // Another run has taken over, and its saved data are newer.
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
