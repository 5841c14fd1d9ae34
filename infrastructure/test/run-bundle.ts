import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

// No test asks a name server, and so none reaches the internet; the test servers use numeric addresses.
Object.assign(dns, {
  lookup: (name: string) =>
    Promise.reject(Object.assign(new Error(`no ${name} here`), { code: 'ENOTFOUND' })),
});
syncBuiltinESMExports();

/**
 * A worker that represents one instance of a function: it loads the bundle once and then answers one event after
 * another.
 */
const { handler } = await import(pathToFileURL(workerData.file).href);

const context = {
  functionName: 'bundle',
  awsRequestId: '2c7bb4b8-3f0c-4d2a-8f43-2f2b8f0a7c55',
  memoryLimitInMB: '1024',
  invokedFunctionArn: 'arn:aws:lambda:eu-central-1:123456789012:function:bundle',
  getRemainingTimeInMillis: () => 30_000,
};

parentPort?.on('message', async ({ event, trace }: { event: unknown; trace?: string }) => {
  // As the runtime of Lambda does, before each invocation. The SDK sends it on.
  if (trace === undefined) delete process.env['_X_AMZN_TRACE_ID'];
  else process.env['_X_AMZN_TRACE_ID'] = trace;
  try {
    parentPort?.postMessage({ result: await handler(event, context) });
  } catch (error) {
    parentPort?.postMessage({
      error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    });
  }
});
