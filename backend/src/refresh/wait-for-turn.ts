import { listingIn, requestAddress } from '../model/listing/listing-address.ts';
import type { Context } from '../model/context.ts';
import { takeTurn, type PaceContext } from '../web/turns/pace.ts';
import type { FetchMessage } from '../queues/messages.ts';

/**
 * Returns the milliseconds for which the message must wait for the turn of its feed's host; 0 if it has taken the turn.
 */
type WaitForTurn = (message: Pick<FetchMessage, 'url'>) => Promise<number>;

/**
 * Creates the check that precedes each fetch, and its claim of the feed. It remembers the turns that this process took,
 * so that the next feed of a host in the same batch learns without a request to the table that it must wait. The page of a
 * site without a feed waits until robots.txt of its host is known, and for the pause that this asks for.
 */
export const createWaitForTurn = (ctx: PaceContext & Pick<Context, 'robotsFor'>): WaitForTurn => {
  /** Host -> the time in milliseconds at which its next turn comes. */
  const nextTurns = new Map<string, number>();
  const forgetPast = (time: number): void => {
    for (const [host, at] of nextTurns) if (at <= time) nextTurns.delete(host);
  };
  return async ({ url }) => {
    const { host } = new URL(url);
    const time = ctx.now().getTime();
    forgetPast(time);
    const next = nextTurns.get(host);
    if (next !== undefined) return next - time;
    const rules = listingIn(url) === null ? null : await ctx.robotsFor(requestAddress(url));
    if (rules !== null && 'wait_ms' in rules) return rules.wait_ms;
    const turn = await takeTurn(ctx, host, { delay_ms: rules?.crawl_delay_ms ?? undefined });
    if (!turn.is_taken) return turn.wait_ms;
    if (turn.next_ms > 0) nextTurns.set(host, time + turn.next_ms);
    return 0;
  };
};
