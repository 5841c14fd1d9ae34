import type { Log } from '../logging/log.ts';
import type { Clock } from '../lib/clock.ts';
import { StorageDamagedError, StorageFullError, DomainError } from '../lib/errors.ts';

/** The checks of the parts that the service needs, by name. A check rejects while its part does not work. */
export type HealthChecks = Readonly<Record<string, () => Promise<unknown>>>;

type Problem = { part: string; problem: string };

/** Milliseconds. Anyone may ask, so an answer serves all who ask within so long. */
const KEPT = 2000;
const SLOWEST = 3000;

/** Describes an error for the public: neither its text nor a path is shown. */
const problemOf = (error: unknown): string => {
  if (error instanceof StorageFullError) return 'its disk is full';
  if (error instanceof StorageDamagedError) return 'its file is damaged; npm run restore brings a copy back';
  return 'it does not answer';
};

const within = async (work: Promise<unknown>, milliseconds: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${milliseconds} ms`)), milliseconds);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Asks every part. The answer throws UNHEALTHY, whose details name the parts that do not work. */
export const createHealth = (checks: HealthChecks, now: Clock, log: Log): (() => Promise<void>) => {
  let last: { at: number; problems: Promise<Problem[]> } | null = null;

  const ask = async (): Promise<Problem[]> => {
    const problems = await Promise.all(
      Object.entries(checks).map(async ([part, check]): Promise<Problem[]> => {
        try {
          await within(check(), SLOWEST);
          return [];
        } catch (error) {
          log.error('health check failed', { part, error });
          return [{ part, problem: problemOf(error) }];
        }
      }),
    );
    return problems.flat();
  };

  return async () => {
    const at = now().getTime();
    if (last === null || Math.abs(at - last.at) >= KEPT) last = { at, problems: ask() };
    const problems = await last.problems;
    if (problems.length === 0) return;
    const what = problems.map(({ part, problem }) => `${part}: ${problem}`).join('; ');
    throw new DomainError('UNHEALTHY', `Not everything works (${what})`, problems);
  };
};
