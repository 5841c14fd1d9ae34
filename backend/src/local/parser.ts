import { createWorkerParser } from '../parser/worker-parser.ts';

/** Two, so that a document which takes its five seconds holds up neither the other feeds nor who subscribes. */
const THREADS = 2;

export const createLocalParser = () =>
  createWorkerParser({ workerUrl: new URL('../parser/worker.ts', import.meta.url), size: THREADS });
