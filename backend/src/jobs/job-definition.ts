import { z } from 'zod';
import type { JobKind } from '../contract/index.ts';
import type { Job } from '../model/job/job.ts';
import type { JobMessage } from '../queues/messages.ts';

/** The result of one slice of a job. In the state `waiting`, other processes finish the job. */
export type Step<Cursor = string> =
  | {
      state: 'more';
      /** The position of the next slice. */
      cursor: Cursor;
      done: number;
      total: number | null;
      /** The figures so far, of a job that shows them before its end. */
      result?: Record<string, unknown>;
      /** Delay of the next slice in seconds: at most 900, the limit of SQS. */
      delay_seconds?: number;
    }
  | { state: 'waiting'; total: number }
  /** Messages of another queue go on from the position of this slice, record how far they come, and send the last slice. */
  | { state: 'elsewhere' }
  | { state: 'done'; done: number; result: Record<string, unknown> };

/** The work of one kind of job. Every function knows how it is reported (`job-reports.ts`). */
export type JobDefinition = {
  /** Does one slice of a job in less than a minute; repeating it must be harmless. */
  run: (job: Job, message: JobMessage) => Promise<Step>;
  /** Checks whether a job that is done and has released its lock missed something and must start again. */
  startAgain?: (job: Pick<Job, 'user_id' | 'result'>) => Promise<boolean>;
};

/** The work of every kind of job. */
export type JobDefinitions = Readonly<Record<JobKind, JobDefinition>>;

/**
 * The effects of a cancelled job that must be undone, besides stopping it, by kind; null for kinds that have none. They
 * are apart from the definitions because the API cancels jobs, but has nothing to run them with. Repeating an action
 * must be harmless.
 */
export type OnCancelled = Readonly<Record<JobKind, ((job: Job) => Promise<void>) | null>>;

/**
 * Returns the `run` of a job that remembers its position between slices. Messages hold the position as JSON of this
 * schema; the slice gets it as a value, null for the first slice.
 */
export const inSlices =
  <S extends z.ZodType>(
    cursor: S,
    slice: (job: Job, from: z.output<S> | null) => Promise<Step<z.output<S>>>,
  ): JobDefinition['run'] =>
  async (job, message) => {
    const from = message.cursor === undefined ? null : z.decode(cursor, JSON.parse(message.cursor));
    const step = await slice(job, from);
    if (step.state !== 'more') return step;
    return { ...step, cursor: JSON.stringify(z.encode(cursor, step.cursor)) };
  };
