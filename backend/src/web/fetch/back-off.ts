import type { OutboundError } from '../guard/guarded-fetch.ts';

/*
 * Decides which failures of a GET are retried, and when. Used where a request waits for its retries
 * (`in-process-retries.ts`) and where a message comes again (`pages/request-page.ts`).
 */

/** Number of further requests after the first failure. */
export const MOST_RETRIES = 3;

const passingStatuses: readonly number[] = [502, 503, 504];
const passingCodes: readonly string[] = ['unreachable', 'timed_out'];

/** Returns true for a status that a server or its proxy sends while it is down for a moment. No 4xx is one. */
export const isPassingStatus = (status: number): boolean => passingStatuses.includes(status);

/** Returns true for connection trouble: a connection that was refused, broke off or took too long. */
export const isPassingError = ({ fault }: OutboundError): boolean => passingCodes.includes(fault);

/**
 * Returns the milliseconds to wait before a retry: between half of `baseMs` and all of it before the first, and twice
 * as long before each further one. The random part keeps clients that failed together from asking together again.
 *
 * @param attempt The number of retries made so far.
 * @param random Returns a number from 0 to 1.
 */
export const backOffMs = (attempt: number, baseMs: number, random: () => number): number =>
  Math.round(baseMs * 2 ** attempt * (0.5 + random() / 2));
