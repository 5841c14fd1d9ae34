import { setTimeout } from 'node:timers/promises';
import { toOutboundError } from '../guard/error-codes.ts';
import type { OutboundError, OutboundRequest } from '../guard/guarded-fetch.ts';
import { retryAfter } from './headers.ts';

/*
 * Decides which failures of a GET are retried, and when. Used where a request waits for its retries, by
 * `withRetries` below, and where a page comes again later (`request-page.ts`, `ask-robots.ts`).
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

/** The base of the pause before the first retry. It doubles twice: at most 7 seconds for all three. */
const BASE_MS = 1000;
/** The shortest pause: no host is asked more than once a second. */
const SHORTEST_PAUSE_MS = 1000;
/** The longest pause. A server that asks for more by Retry-After is not asked again here; its answer is returned. */
const LONGEST_PAUSE_MS = 4000;

type Status = { status: number; headers: Record<string, string> };

/** The request, the milliseconds that it has left, and the errors after which it is never asked again. */
export type Retrying = {
  request: OutboundRequest;
  leftMs: () => number;
  isFinal: (error: unknown) => boolean;
  signal: AbortSignal;
};

const pauseBefore = (attempt: number, askedMs: number | null): number | null => {
  const pause = Math.max(SHORTEST_PAUSE_MS, backOffMs(attempt, BASE_MS, Math.random), askedMs ?? 0);
  return pause <= LONGEST_PAUSE_MS ? pause : null;
};

/**
 * Asks, and asks again as often as the request wants after a failure that may pass, with a pause that someone can wait
 * for. Meant for requests for which a person waits: they cannot be put back into a queue, while pages can and feeds have
 * a schedule. If the time that is left is too short for the pause, the last outcome is that of the request.
 */
export const withRetries = async <A extends Status>(
  { request, leftMs, isFinal, signal }: Retrying,
  ask: () => Promise<A>,
): Promise<A> => {
  const most = request.method === 'POST' ? 0 : Math.min(request.retries ?? 0, MOST_RETRIES);
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await ask().then(
      (answer) => ({ answer, error: null }),
      (error: unknown) => ({ answer: null, error }),
    );
    const pause = attempt < most ? pauseOf(outcome, attempt, isFinal) : null;
    if (pause !== null && pause < leftMs()) {
      await setTimeout(pause, undefined, { signal });
      continue;
    }
    if (outcome.answer !== null) return outcome.answer;
    throw outcome.error;
  }
};

const pauseOf = (
  { answer, error }: { answer: Status | null; error: unknown },
  attempt: number,
  isFinal: (error: unknown) => boolean,
): number | null => {
  if (answer === null)
    return !isFinal(error) && isPassingError(toOutboundError(error, '')) ? pauseBefore(attempt, null) : null;
  if (!isPassingStatus(answer.status)) return null;
  const asked = retryAfter(answer.headers['retry-after'], new Date());
  return pauseBefore(attempt, asked === null ? null : asked * 1000);
};
