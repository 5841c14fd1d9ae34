import { z } from 'zod';

/** The settings for an embedder's calls. The delay and the random numbers are passed in, so that tests need neither. */
export type CallTuning = {
  /** The time limit of one attempt in milliseconds. */
  timeoutMs: number;
  /** The most attempts at one call, including the first. */
  attempts: number;
  /** Number of calls at once. */
  concurrency: number;
  /** The longest first pause in milliseconds. The limit doubles with each further pause. */
  baseDelayMs: number;
  delay: (milliseconds: number) => Promise<void>;
  /** Returns a random number in [0, 1). */
  random: () => number;
};

/**
 * The cause of a failed call:
 * - `busy`: throttled, overloaded, unreachable or too slow. The same call may succeed a moment later.
 * - `text`: the model refuses this text.
 * - `refused`: credentials, model name or quota. Every text fails until someone changes something.
 * - `malformed`: the answer has another form than documented.
 */
type CallFault = 'busy' | 'text' | 'refused' | 'malformed';

export class ModelCallError extends Error {
  override readonly name = 'ModelCallError';
  readonly fault: CallFault;
  /** The time that the model asked to wait, in milliseconds. */
  readonly wait_ms: number;
  /** True if the model answered that it did not do the work, which then costs nothing. */
  readonly is_answered: boolean;

  constructor(
    fault: CallFault,
    message: string,
    options: ErrorOptions & { waitMs?: number; isAnswered?: boolean } = {},
  ) {
    super(message, options);
    this.fault = fault;
    this.wait_ms = options.waitMs ?? 0;
    this.is_answered = options.isAnswered ?? false;
  }
}

/**
 * Returns the fault of an HTTP status. 408, 424 (the model failed), 425, 429 and 5xx are temporary. 400, 413 and 422
 * are about the text. All others are about the set-up.
 */
export const faultOfStatus = (status: number): CallFault => {
  if (status >= 500 || [408, 424, 425, 429].includes(status)) return 'busy';
  return [400, 413, 422].includes(status) ? 'text' : 'refused';
};

const LONGEST_DELAY_MS = 20_000;

/**
 * Sends a call and retries while the model is busy. The pauses grow exponentially with full jitter (Brooker,
 * "Exponential backoff and jitter", AWS Architecture Blog) and are at least as long as the model asked, up to 20
 * seconds.
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

/** Returns the schema of a vector in a model's answer, of the requested length. */
export const vectorOf = (dimension: number | undefined) =>
  dimension === undefined ? z.array(z.number()).min(1) : z.array(z.number()).length(dimension);

/**
 * Parses an answer of a model.
 * @throws ModelCallError of fault `malformed`, naming the first field that is wrong.
 */
export const parseAnswer = <T>(schema: z.ZodType<T>, answer: unknown): T => {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'answer';
  throw new ModelCallError('malformed', `The model's answer is malformed: ${where}: ${issue?.message ?? ''}`);
};
