import { createWorkerParser } from '../../parser/worker-parser.ts';

/** One thread: a second would cost 50 MB and more, and whoever waits does so for five seconds at most for each document. */
export const createLocalParser = () =>
  createWorkerParser({ workerUrl: new URL('../../parser/worker.ts', import.meta.url) });
