import type { JudgeHop, Redirect } from '../guard/guarded-fetch.ts';
import type { TakeTurn } from '../turns/pace.ts';

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
  (takeTurn: TakeTurn, optionsFor: (url: URL) => { delay_ms?: number | undefined }): JudgeHop =>
  async (url, redirects) => {
    const turn = await takeTurn(url.host, optionsFor(url));
    if (!turn.is_taken) throw new TurnRefused(turn.wait_ms, redirects);
  };
