import { ConditionFailedError, TableNotFoundError, ValidationError } from './items/values.ts';
import type { Rows } from './rows/rows.ts';

/** Checks whether a request was refused before it changed anything. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ConditionFailedError ||
  error instanceof ValidationError ||
  error instanceof TableNotFoundError;

/** A waiting request. `run` makes the request and returns the function that answers it. */
type Waiting = { run: () => () => void; reject: (error: unknown) => void };

/**
 * Creates the function that runs a request in the next turn of the event loop, so that other work continues meanwhile,
 * as it does with a network. The requests of one turn share a transaction, because SQLite then writes a page only once
 * even if several of them change it. They are answered after its commit. A refused request does not affect the others.
 * If anything else fails, the transaction is rolled back and each request runs again by itself, so that only the
 * requests that cannot be stored fail.
 */
export const createTurns = (together: Rows['together']) => {
  let waiting: Waiting[] = [];

  const alone = ({ run, reject }: Waiting): void => {
    try {
      run()();
    } catch (error) {
      reject(error);
    }
  };

  const answersOf = (requests: Waiting[]): (() => void)[] => {
    const answers: (() => void)[] = [];
    together(() => {
      for (const { run, reject } of requests) {
        try {
          answers.push(run());
        } catch (error) {
          if (!isRefusal(error)) throw error;
          answers.push(() => reject(error));
        }
      }
    });
    return answers;
  };

  const runWaiting = (): void => {
    const requests = waiting;
    waiting = [];
    let answers: (() => void)[] = [];
    try {
      if (requests.length > 1) answers = answersOf(requests);
    } catch {
      // The transaction was rolled back, so run each request again below.
    }
    if (answers.length === 0) for (const request of requests) alone(request);
    for (const answer of answers) answer();
  };

  return <T>(request: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(runWaiting);
      const run = () => {
        const answer = request();
        return () => resolve(answer);
      };
      waiting.push({ run, reject });
    });
};
