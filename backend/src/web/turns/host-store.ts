/** The answer to a request for a host's turn. */
export type Turn =
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
