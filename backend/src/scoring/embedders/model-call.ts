/** How one embedder talks to its model. Waiting and chance are handed in so that tests need neither. */
export type CallTuning = {
  /** For one attempt, in milliseconds. */
  timeoutMs: number;
  /** Attempts at one call, the first included. */
  attempts: number;
  /** Calls under way at once. */
  concurrency: number;
  /** The first pause; each further one is up to twice as long. */
  baseDelayMs: number;
  delay: (milliseconds: number) => Promise<void>;
  /** In [0, 1). */
  random: () => number;
};

/**
 * - `busy`: throttled, overloaded, unreachable or too slow: the same call may succeed a moment later.
 * - `text`: the model refuses this text.
 * - `refused`: credentials, model name or quota: no text will pass until someone changes something.
 * - `malformed`: an answer in another form than documented.
 */
export type CallFault = 'busy' | 'text' | 'refused' | 'malformed';

export class ModelCallError extends Error {
  override readonly name = 'ModelCallError';
  readonly fault: CallFault;
  /** What the model asked to wait, in milliseconds. */
  readonly wait_ms: number;

  constructor(fault: CallFault, message: string, options: ErrorOptions & { waitMs?: number } = {}) {
    super(message, options);
    this.fault = fault;
    this.wait_ms = options.waitMs ?? 0;
  }
}

/** 408, 424 (the model failed), 425, 429 and 5xx pass; 400, 413 and 422 are about the text; the rest about the set-up. */
export const faultOfStatus = (status: number): CallFault => {
  if (status >= 500 || [408, 424, 425, 429].includes(status)) return 'busy';
  return [400, 413, 422].includes(status) ? 'text' : 'refused';
};

const LONGEST_DELAY_MS = 20_000;

/**
 * Tries again while the model is busy, after exponential pauses with full jitter (Brooker, "Exponential backoff and
 * jitter", AWS Architecture Blog), and not sooner than the model asked.
 * @throws ModelCallError of the last attempt.
 */
export const withRetries = async <T>(
  send: (signal: AbortSignal) => Promise<T>,
  tuning: CallTuning,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(AbortSignal.timeout(tuning.timeoutMs));
    } catch (error) {
      if (!(error instanceof ModelCallError) || error.fault !== 'busy' || attempt >= tuning.attempts)
        throw error;
      const pause = tuning.random() * tuning.baseDelayMs * 2 ** (attempt - 1);
      await tuning.delay(Math.min(LONGEST_DELAY_MS, Math.max(pause, error.wait_ms)));
    }
  }
};

/** Runs the tasks in order, at most `concurrency` at a time; results keep the order of the items. */
export const mapLimited = async <T, R>(
  items: T[],
  concurrency: number,
  run: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [at, item] of queue) results[at] = await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work));
  return results;
};
