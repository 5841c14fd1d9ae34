import { createWorkerParser } from '../parser/worker-parser.ts';

/** Creates the parser, whose worker thread's file is beside the bundle; it lives as long as the instance. */
export const createParser = () =>
  createWorkerParser({ workerUrl: new URL('./parser-worker.mjs', import.meta.url) });
