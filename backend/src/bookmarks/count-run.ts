import type { CountedLink, Link, RunState } from '../model/article/bookmark.ts';
import type { Context } from '../model/context.ts';
import { countBookmarks, type HatenaContext, inCalls } from './hatena.ts';

const MINUTE_MS = 60_000;

/** Returns how long to pause after this many failures in a row, in milliseconds. */
export const backOff = (failures: number): number => {
  if (failures >= 10) return 360 * MINUTE_MS;
  if (failures >= 5) return 60 * MINUTE_MS;
  return failures >= 3 ? 30 * MINUTE_MS : 0;
};

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

type RunContext = HatenaContext & Pick<Context, 'bookmarks' | 'pause' | 'now' | 'newId' | 'log'>;

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
 * Asks for the counts that are due, the longest overdue first:
 *
 * 1. Take the lock, since only one run works at a time.
 * 2. Merge the links of new articles into the known ones, and choose the calls.
 * 3. Make the calls, with a pause between two, and save the counts now and then.
 * 4. Save all counts, forget the links that were added, and release the lock.
 *
 * Returns the number of calls made. After a failure the last counts stay; several failures in a row make this run
 * and the next ones wait.
 */
export const countRun = async (ctx: RunContext): Promise<number> => {
  const { bookmarks, newId } = ctx;
  const started = ctx.now();
  const owner = newId();
  const until = new Date(started.getTime() + LEASE_MS);
  const state = await bookmarks.take(owner, until.toISOString(), started.toISOString());
  if (state === null) return 0;
  try {
    const isResting = state.not_before !== null && state.not_before > started.toISOString();
    return isResting ? 0 : await countDue(ctx, owner, state, started);
  } finally {
    await bookmarks.release(owner);
  }
};

/** Steps 2 to 4 under the lock. */
const countDue = async (ctx: RunContext, owner: string, before: RunState, started: Date): Promise<number> => {
  const { bookmarks, log } = ctx;
  const at = secondsOf(started);
  const [known, added] = await Promise.all([bookmarks.load(), bookmarks.listAdded()]);
  const links = merged(known, added.links, at);
  const due = [...links.values()].filter(({ next_at }) => next_at <= at);
  const save = () => bookmarks.save([...links.values()]);

  const run: Run = { owner, started, links, save, state: before, made: 0 };
  const isOurs = await makeCalls(ctx, run, callsFor(due));
  // Another run has taken over, and its saved data are newer.
  if (!isOurs) return run.made;

  if (run.made > 0 || added.links.length > 0 || links.size < known.length) await save();
  await added.forget();
  log.info('bookmarks counted', {
    calls: run.made,
    due: due.length,
    links: links.size,
    failures: run.state.failures,
  });
  return run.made;
};

/** Returns the links of each call of a run, the longest overdue first. */
const callsFor = (due: CountedLink[]): string[][] => {
  const overdueFirst = due.toSorted((a, b) => a.next_at - b.next_at || a.ttl - b.ttl);
  return inCalls([...new Set(overdueFirst.map(({ link }) => link))]).slice(0, CALLS_A_RUN);
};

/** A run while it makes its calls; `state` and `made` follow each call, and the counts in `links` are the newest. */
type Run = {
  owner: string;
  started: Date;
  links: Map<string, CountedLink>;
  save: () => Promise<void>;
  state: RunState;
  /** Number of calls made. */
  made: number;
};

/** Makes the calls for which there is time. Returns false if another run has taken the lock meanwhile. */
const makeCalls = async (ctx: RunContext, run: Run, calls: string[][]): Promise<boolean> => {
  const byLink = Map.groupBy(run.links.values(), ({ link }) => link);
  for (const asked of calls) {
    const isLate = ctx.now().getTime() - run.started.getTime() >= LONGEST_RUN_MS;
    if (isLate || !(await waitForTurn(ctx, run.state))) return true;
    const counts = await ask(ctx, asked, run.state);
    run.made += 1;
    const ended = ctx.now();
    run.state = stateAfter(run.state, counts !== null, ended);
    const next_at = secondsOf(ended) + (counts === null ? FAILED_AGAIN_SECONDS : AGAIN_AFTER_SECONDS);
    for (const link of asked)
      for (const one of byLink.get(link) ?? [])
        run.links.set(one.article_id, { ...one, count: counts?.get(link) ?? one.count, next_at });
    if (!(await ctx.bookmarks.setState(run.owner, run.state))) return false;
    if (run.state.not_before !== null) return true;
    if (run.made % SAVE_EVERY === 0) await run.save();
  }
  return true;
};

/** Waits until the pause after the last call is over. Returns false if the process is about to stop. */
const waitForTurn = async ({ pause, now }: RunContext, { called_at }: RunState): Promise<boolean> => {
  if (called_at === null) return true;
  const left = Date.parse(called_at) + PAUSE_MS - now().getTime();
  return left <= 0 || pause(left);
};

/** Returns the counts of these links, or null if the call fails. */
const ask = async (
  ctx: RunContext,
  asked: string[],
  { failures }: RunState,
): Promise<Map<string, number> | null> => {
  try {
    return await countBookmarks(ctx, asked);
  } catch (error) {
    ctx.log.warn('bookmarks could not be counted', { links: asked.length, failures: failures + 1, error });
    return null;
  }
};

const stateAfter = (before: RunState, isAnswered: boolean, ended: Date): RunState => {
  const failures = isAnswered ? 0 : before.failures + 1;
  const rest = backOff(failures);
  const not_before = rest === 0 ? null : new Date(ended.getTime() + rest).toISOString();
  return { failures, called_at: ended.toISOString(), not_before };
};
