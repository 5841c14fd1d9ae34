import type { Clock } from '../../lib/clock.ts';
import { isAllowedHost, portOf, type AllowHosts } from '../guard/allow-hosts.ts';
import { patienceMs, type HostStore, type Turn } from './host-store.ts';

/** The least time in milliseconds between two requests to a host. */
const defaultDelayMs = 1_000;
/** The longest time in milliseconds between two requests that a robots.txt or a crawl can ask for. */
const longestDelayMs = 30_000;
/**
 * Milliseconds added to each delay. A request that looks up a name and opens a connection arrives later than one on an
 * open connection, so two requests would reach the server closer together than they set out.
 */
export const CONNECTING_MS = 100;
/** How often a request waits for a turn that comes soon. Others who wait may take it first. */
const MOST_TRIES = 3;

/**
 * Takes the turn of a host right before a request to it, waiting up to half a second for it. `host` is that of a URL, with
 * its port if it has one. A request that is refused goes back to its queue for `wait_ms`.
 *
 * `delay_ms` is the time until the host's next turn, if robots.txt or a crawl asks for more than the default of a
 * second; at most 30 s count. A host in FETCH_ALLOW_HOSTS needs no pause unless `delay_ms` is given.
 */
export type TakeTurn = (host: string, options?: { delay_ms?: number | undefined }) => Promise<Turn>;

/**
 * Books the next free turn of a host for a request that cannot be put back, such as one that a reader waits for, or the
 * target of a redirect. Returns the milliseconds until that turn. All later requests wait for the turns after it.
 */
export type BookTurn = (host: string) => Promise<{ wait_ms: number }>;

export type PaceDeps = {
  hosts: HostStore;
  allowHosts: AllowHosts;
  now: Clock;
  /** Waits for this number of milliseconds, at most `patienceMs`. */
  pause: (milliseconds: number) => Promise<unknown>;
};

/** True if the host may be requested without pauses, by whichever of the schemes. */
const isExempt = (allowHosts: AllowHosts, host: string): boolean =>
  ['http', 'https'].some((scheme) => {
    const url = new URL(`${scheme}://${host}/`);
    return isAllowedHost(allowHosts, url.hostname, portOf(url));
  });

const hostnameOf = (host: string): string => new URL(`http://${host}/`).hostname;

/** Creates the two ways to a host's turn. Hosts with the same name share one turn, whatever their ports. */
export const createPace = ({
  hosts,
  allowHosts,
  now,
  pause,
}: PaceDeps): { takeTurn: TakeTurn; bookTurn: BookTurn } => ({
  takeTurn: async (host, { delay_ms: asked } = {}) => {
    const exempt = isExempt(allowHosts, host);
    if (exempt && (asked ?? 0) === 0) return { is_taken: true, next_ms: 0 };
    const least = exempt ? 0 : defaultDelayMs;
    const delayMs = Math.min(Math.max(asked ?? least, least), longestDelayMs) + CONNECTING_MS;
    for (let tries = 1; ; tries += 1) {
      const turn = await hosts.takeTurn(hostnameOf(host), now(), delayMs);
      if (turn.is_taken || turn.wait_ms > patienceMs || tries === MOST_TRIES) return turn;
      await pause(turn.wait_ms);
    }
  },
  bookTurn: async (host) =>
    isExempt(allowHosts, host)
      ? { wait_ms: 0 }
      : hosts.bookTurn(hostnameOf(host), now(), defaultDelayMs + CONNECTING_MS),
});
