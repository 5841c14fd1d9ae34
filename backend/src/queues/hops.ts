import { AsyncLocalStorage } from 'node:async_hooks';
import { z } from 'zod';

/*
 * A chain is a message, a message that its handler sends, one that the handler of that sends, and so on, across all
 * queues. Jobs, fan-out and what waits for the turn of a host are chains by design, so the functions switch off the loop detection of AWS
 * Lambda, which drops a message after 16 invocations. This bound stands in its place.
 */

/**
 * Largest number of messages before one in its chain. The longest chain of the work is a crawl, which may run for a day
 * with a slice each second, 86,400 slices; a recalculation of as many would have 43 million articles. A chain that does
 * not end by itself costs less than a dollar until here.
 */
export const MOST_HOPS = 100_000;

const running = new AsyncLocalStorage<number>();

/** Runs the handler of a message that has this many messages before it in its chain. */
export const atHop = <R>(hops: number, handle: () => Promise<R>): Promise<R> => running.run(hops, handle);

/** Returns what a message that is sent now carries of its chain: nothing if it begins one. */
export const carriedHops = (): { hops?: number } => {
  const hops = running.getStore();
  return hops === undefined ? {} : { hops: hops + 1 };
};

const counted = z.object({ hops: z.int().min(0).default(0) });

/** Returns how many messages precede a parsed message in its chain. */
export const hopsIn = (message: unknown): number => counted.parse(message).hops;

/** A message whose chain is longer than any work needs. */
export class ChainTooLongError extends Error {
  override readonly name = 'ChainTooLongError';

  constructor(hops: number) {
    super(`${hops} messages led to this one, more than any work needs, so it is not handled`);
  }
}
