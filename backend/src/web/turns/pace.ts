import type { Clock } from '../../lib/clock.ts';
import { isAllowedHost, parseAllowHosts, portOf } from '../guard/target.ts';
import { OutboundError, type GuardedFetch, type JudgeHop, type Redirect } from '../guard/guarded-fetch.ts';

/** The answer to a request for a host's turn. */
type Turn =
  /** The request may set out now. `next_ms`: milliseconds until the host's next turn; 0 if the host needs no pause. */
  | { is_taken: true; next_ms: number }
  /** The host's turn has not come. `wait_ms`: milliseconds after which to ask again, from 1 to `longestWaitMs`. */
  | { is_taken: false; wait_ms: number };

/**
 * The longest time in milliseconds for which a worker holds a request until its turn, instead of putting it back. Whoever
 * comes back for a turn comes some milliseconds early or late, and up to half a second with the whole seconds of SQS. Put
 * back again, it would lose its place in the line, and its host would be asked at half the pace.
 */
export const patienceMs = 500;

/** The longest time in milliseconds for which a request is put back; SQS delays no message for longer. */
export const longestWaitMs = 15 * 60_000;

/**
 * The time at which each host may be requested next: one item for each, shared by all workers. It deletes itself an
 * hour after its last change. A turn taken costs one write unit. A refused or booked one costs two, and one read unit.
 */
export type HostStore = {
  /**
   * Takes the host's turn, if it has come; the next one comes `delayMs` later. If it comes within `patienceMs`, returns the
   * time until then, and the caller waits for it. If it comes later, returns the time
   * until a place of its own in the host's line, `delayMs` after the place before it, so that those who were refused
   * come back one after another. A place is no promise: whoever asks when the turn has come gets it.
   */
  takeTurn: (hostname: string, now: Date, delayMs: number) => Promise<Turn>;
  /**
   * Takes the host's next free turn, even if it lies ahead, so that everybody else waits for the one after it. Returns
   * the milliseconds until it comes, 0 to `longestWaitMs`.
   */
  bookTurn: (hostname: string, now: Date, delayMs: number) => Promise<{ wait_ms: number }>;
};

/** The least time in milliseconds between two requests to a host. */
const defaultDelayMs = 1_000;
/** The longest time in milliseconds between two requests that a robots.txt or a crawl can ask for. */
const longestDelayMs = 30_000;
/**
 * Milliseconds added to each delay. A request that looks up a name and opens a connection arrives later than one on an
 * open connection, so two requests would reach the server closer together than they set out.
 */
export const CONNECTING_MS = 100;
/** The time in milliseconds between two requests to most hosts. */
export const usualPaceMs = defaultDelayMs + CONNECTING_MS;
/** How often a request waits for a turn that comes soon. Others who wait may take it first. */
const MOST_TRIES = 3;

/** The context for keeping the pace of hosts. */
export type PaceContext = {
  hosts: HostStore;
  now: Clock;
  /** Waits for this number of milliseconds. Returns false if the process is about to stop. */
  pause: (milliseconds: number) => Promise<boolean>;
  settings: { FETCH_ALLOW_HOSTS: string };
};

/** True if the host may be requested without pauses, by whichever of the schemes. */
const isExempt = ({ settings }: PaceContext, host: string): boolean => {
  const allowHosts = parseAllowHosts(settings.FETCH_ALLOW_HOSTS);
  return ['http', 'https'].some((scheme) => {
    const url = new URL(`${scheme}://${host}/`);
    return isAllowedHost(allowHosts, url.hostname, portOf(url));
  });
};

const hostnameOf = (host: string): string => new URL(`http://${host}/`).hostname;

/**
 * Takes the turn of a host right before a request to it, waiting up to half a second for it. `host` is that of a URL, with
 * its port if it has one. A request that is refused goes back to its queue for `wait_ms`. Hosts with the same name share one
 * turn, whatever their ports.
 *
 * `delay_ms` is the time until the host's next turn, if robots.txt or a crawl asks for more than the default of a
 * second; at most 30 s count. A host in FETCH_ALLOW_HOSTS needs no pause unless `delay_ms` is given.
 */
export const takeTurn = async (ctx: PaceContext, host: string, delay_ms?: number): Promise<Turn> => {
  const exempt = isExempt(ctx, host);
  if (exempt && (delay_ms ?? 0) === 0) return { is_taken: true, next_ms: 0 };
  const least = exempt ? 0 : defaultDelayMs;
  const delayMs = Math.min(Math.max(delay_ms ?? least, least), longestDelayMs) + CONNECTING_MS;
  for (let tries = 1; ; tries += 1) {
    const turn = await ctx.hosts.takeTurn(hostnameOf(host), ctx.now(), delayMs);
    if (turn.is_taken || turn.wait_ms > patienceMs || tries === MOST_TRIES) return turn;
    await ctx.pause(turn.wait_ms);
  }
};

/** The turn of a hop's host has not come, so the request ended before that hop. */
export class TurnRefused extends Error {
  override readonly name = 'TurnRefused';
  /** Milliseconds after which to ask again. */
  readonly wait_ms: number;
  /** The redirects followed so far, with which the next request goes on. */
  readonly redirects: Redirect[];

  constructor(wait_ms: number, redirects: Redirect[]) {
    super(`The host's turn comes in ${wait_ms} ms.`);
    this.wait_ms = wait_ms;
    this.redirects = redirects;
  }
}

/** Returns a judge that takes the turn of each hop's host, and throws TurnRefused if it has not come. */
export const takeTurnOrThrow =
  (ctx: PaceContext, delay_ms: number | undefined): JudgeHop =>
  async (url, redirects) => {
    const turn = await takeTurn(ctx, url.host, delay_ms);
    if (!turn.is_taken) throw new TurnRefused(turn.wait_ms, redirects);
  };

/**
 * Books the next free turn of a host for a request that cannot be put back, such as one that a reader waits for, or the
 * target of a redirect. Returns the milliseconds until that turn. All later requests wait for the turns after it.
 */
export const bookTurn = async (ctx: PaceContext, host: string): Promise<{ wait_ms: number }> =>
  isExempt(ctx, host) ? { wait_ms: 0 } : ctx.hosts.bookTurn(hostnameOf(host), ctx.now(), usualPaceMs);

type FetchContext = PaceContext & { fetch: GuardedFetch };

/**
 * Returns the fetch of requests whose host's turn was taken before. A redirect is followed at once, because a chain that
 * waited would begin again at its start. Each books a turn of its host, for which later requests wait.
 */
export const bookingRedirects =
  (ctx: FetchContext): GuardedFetch =>
  async (request) => {
    const response = await ctx.fetch(request);
    for (const { url } of response.redirects) await bookTurn(ctx, new URL(url).host);
    return response;
  };

/** The longest time in milliseconds that a request for which a reader waits is held back. Then it goes ahead. */
const longestPauseMs = 2_000;

/**
 * Returns the fetch of requests that cannot go back to a queue, because a reader waits for them. Each books the next turn
 * of its host, so that all others wait for the turns after it, and waits for it up to 2 s. Nothing is sent if the process
 * is about to stop.
 */
export const bookingTurns =
  (ctx: FetchContext): GuardedFetch =>
  async (request) => {
    // The guard refuses an address that is no URL.
    const host = URL.parse(request.url)?.host ?? '';
    const { wait_ms } = host === '' ? { wait_ms: 0 } : await bookTurn(ctx, host);
    if (wait_ms > 0 && !(await ctx.pause(Math.min(wait_ms, longestPauseMs))))
      throw new OutboundError('timed_out', 'The request was not sent, because the service is stopping.');
    return bookingRedirects(ctx)(request);
  };
