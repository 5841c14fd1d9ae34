import { OutboundError, type GuardedFetch } from '../guard/guarded-fetch.ts';
import type { BookTurn } from './pace.ts';

/**
 * Creates a fetch for requests whose host's turn was taken before. A redirect is followed at once, because a chain that
 * waited would begin again at its start. Each books a turn of its host, for which later requests wait.
 */
export const createRedirectBookingFetch =
  ({ fetch, bookTurn }: { fetch: GuardedFetch; bookTurn: BookTurn }): GuardedFetch =>
  async (request) => {
    const response = await fetch(request);
    for (const { url } of response.redirects) await bookTurn(new URL(url).host);
    return response;
  };

/** The longest time in milliseconds that a request for which a reader waits is held back. Then it goes ahead. */
const longestPauseMs = 2_000;

/**
 * Creates a fetch for requests that cannot go back to a queue, because a reader waits for them. Each books the next turn
 * of its host, so that all others wait for the turns after it, and waits for it up to 2 s.
 */
export const createBookingFetch = ({
  fetch,
  bookTurn,
  pause,
}: {
  fetch: GuardedFetch;
  bookTurn: BookTurn;
  /** Waits for this number of milliseconds. Returns false if the process is about to stop: then nothing is sent. */
  pause: (milliseconds: number) => Promise<boolean>;
}): GuardedFetch => {
  const send = createRedirectBookingFetch({ fetch, bookTurn });
  return async (request) => {
    // The guard refuses an address that is no URL.
    const host = URL.parse(request.url)?.host ?? '';
    const { wait_ms } = host === '' ? { wait_ms: 0 } : await bookTurn(host);
    if (wait_ms > 0 && !(await pause(Math.min(wait_ms, longestPauseMs))))
      throw new OutboundError('timed_out', 'The request was not sent, because the service is stopping.');
    return send(request);
  };
};
