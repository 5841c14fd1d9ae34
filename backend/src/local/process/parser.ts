import { createWorkerParser } from '../../parser/worker-parser.ts';

/** Uses one thread, because a second one needs 50 MB or more, and a task waits at most 5 s for each one before it. */
export const createLocalParser = () =>
  createWorkerParser({ workerUrl: new URL('../../parser/worker.ts', import.meta.url) });
