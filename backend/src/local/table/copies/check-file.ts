import { Worker } from 'node:worker_threads';

/** Runs `checkRows` in a worker thread. Rejects if the signal is aborted. */
export const checkFile = async (path: string, signal?: AbortSignal): Promise<string | null> => {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./check-file.worker.ts', import.meta.url), {
    workerData: path,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  });
  const cut = () => void worker.terminate();
  signal?.addEventListener('abort', cut, { once: true });
  try {
    return await new Promise<string | null>((resolve, reject) => {
      worker.once('message', (problem: unknown) => resolve(typeof problem === 'string' ? problem : null));
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error(`the check of ${path} was cut off`)));
    });
  } finally {
    signal?.removeEventListener('abort', cut);
    await worker.terminate();
  }
};
