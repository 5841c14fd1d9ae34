import { feedCandidate, feedId, type Feed, type FeedCandidate } from '@omomi/backend/contract';
import { z } from 'zod';
import { ApiError } from '../../lib/api/api-error.ts';
import { patiently } from '../../lib/api/limit.ts';

/** The outcome of adding one address. */
export type LineResult = { address: string } & (
  | { outcome: 'added'; feed: Feed }
  /** The reader follows the feed already. */
  | { outcome: 'known'; feedId: string | null }
  /** There is no connection: it is added once there is one. */
  | { outcome: 'later' }
  /** There is no feed, but there are lists from which the reader may choose. */
  | { outcome: 'offered'; candidates: FeedCandidate[] }
  | { outcome: 'failed'; error: unknown }
);

const offers = z.object({ candidates: z.array(feedCandidate).min(1) });
/** Returns what an address without a feed offers instead, from the answer that there is none. */
export const offeredBy = (error: unknown): FeedCandidate[] =>
  error instanceof ApiError ? (offers.safeParse(error.details).data?.candidates ?? []) : [];

const known = z.object({ feed_id: feedId });

/** Returns what an error means for the address that was to be added. */
const resultOf = (address: string, error: unknown): LineResult => {
  if (!(error instanceof ApiError)) return { address, outcome: 'failed', error };
  if (error.status === 0) return { address, outcome: 'later' };
  if (error.code === 'ALREADY_SUBSCRIBED')
    return { address, outcome: 'known', feedId: known.safeParse(error.details).data?.feed_id ?? null };
  const candidates = offeredBy(error);
  return candidates.length === 0
    ? { address, outcome: 'failed', error }
    : { address, outcome: 'offered', candidates };
};

type Work = {
  addresses: readonly string[];
  add: (address: string) => Promise<Feed>;
  /** Called before each address with the number of those that are done, and while a rate limit makes it wait. */
  onProgress: (progress: { done: number; isWaiting: boolean }) => void;
  /** Waits for seconds; tests hand in another one. */
  wait?: (seconds: number) => Promise<void>;
};

/** Adds feeds one after the other, because the server takes only so many a minute. Returns the outcome of each. */
export const addLines = async ({ addresses, add, onProgress, wait }: Work): Promise<LineResult[]> => {
  const results: LineResult[] = [];
  for (const [done, address] of addresses.entries()) {
    onProgress({ done, isWaiting: false });
    try {
      const feed = await patiently(
        () => add(address),
        () => onProgress({ done, isWaiting: true }),
        wait,
      );
      results.push({ address, outcome: 'added', feed });
    } catch (error) {
      results.push(resultOf(address, error));
    }
  }
  return results;
};

/** The addresses that stay in the field to be corrected. */
export const leftToMend = (results: readonly LineResult[]): string[] =>
  results.flatMap(({ address, outcome }) => (outcome === 'failed' || outcome === 'offered' ? [address] : []));
