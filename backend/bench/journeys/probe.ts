import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';
import { z } from 'zod';

/*
 * Loaded by `npm run journeys` into its runner, and into each thread of it, before all else. It counts the calls of every
 * function. On SIGUSR2 the process writes which were called since the last time, in all threads, into the file that
 * JOURNEYS_FILE names.
 */

const file = process.env['JOURNEYS_FILE'] ?? '';
const coverage = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(
        z.object({ ranges: z.tuple([z.object({ startOffset: z.number(), count: z.number() })]) }),
      ),
    }),
  ),
});
/** A thread says that it is there, with nothing called, and answers the question of the main thread, which is null. */
const said = z.object({ data: z.object({ thread: z.number(), called: z.array(z.string()) }).nullable() });

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** Returns the functions called since the last time, each as its file and its place there. The counts begin anew. */
const take = (): string[] => {
  const called: string[] = [];
  session.post('Profiler.takePreciseCoverage', (_error, answer) => {
    for (const { url, functions } of coverage.parse(answer).result)
      if (url.startsWith('file:') && !url.includes('/node_modules/'))
        for (const { ranges } of functions)
          if (ranges[0].count > 0) called.push(`${url}#${ranges[0].startOffset}`);
  });
  return called;
};

const channel = new BroadcastChannel('journeys');

const answerTheMainThread = (): void => {
  channel.onmessage = () => channel.postMessage({ thread: threadId, called: take() });
  channel.postMessage({ thread: threadId, called: [] });
};

const answerSignals = (): void => {
  const threads = new Set<number>();
  let waitsFor = new Set<number>();
  let called: string[] = [];
  const writeIfComplete = (thread: number): void => {
    if (!waitsFor.delete(thread) || waitsFor.size > 0) return;
    writeFileSync(`${file}.part`, JSON.stringify(called));
    renameSync(`${file}.part`, file);
  };
  channel.onmessage = (message: unknown) => {
    const { data } = said.parse(message);
    if (data === null) return;
    threads.add(data.thread);
    called.push(...data.called);
    writeIfComplete(data.thread);
  };
  process.on('worker', (worker) => {
    const thread = worker.threadId;
    worker.once('exit', () => {
      threads.delete(thread);
      writeIfComplete(thread);
    });
  });
  process.on('SIGUSR2', () => {
    called = take();
    waitsFor = new Set([threadId, ...threads]);
    channel.postMessage(null);
    writeIfComplete(threadId);
  });
};

channel.unref();
if (isMainThread) answerSignals();
else answerTheMainThread();
