import dns from 'node:dns/promises';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

// One instance of a function: it loads the bundle once and then asks the Runtime API for one event after another, as the
// runtime of Lambda does.

const api = `http://${process.env['AWS_LAMBDA_RUNTIME_API']}/2018-06-01/runtime`;
const post = (path: string, body: unknown) =>
  fetch(`${api}/${path}`, { method: 'POST', body: JSON.stringify(body ?? null) });
const told = (error: unknown) =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message }
    : { errorType: 'Error', errorMessage: String(error) };

if (process.env['OMOMI_BOX_NAMES'] === 'none') {
  // No test asks a name server, and so none reaches the internet; the test servers use numeric addresses.
  Object.assign(dns, {
    lookup: (name: string) =>
      Promise.reject(Object.assign(new Error(`no ${name} here`), { code: 'ENOTFOUND' })),
  });
  syncBuiltinESMExports();
}

const load = async () => {
  try {
    return await import(pathToFileURL(process.argv[2] ?? '').href);
  } catch (error) {
    await post('init/error', told(error));
    throw error;
  }
};

const { handler } = await load();
for (;;) {
  const [next]: IncomingMessage[] = await once(get(`${api}/invocation/next`), 'response');
  const event: unknown = await json(next!);
  const headerOf = (name: string) => next?.headers[`lambda-runtime-${name}`]?.toString();
  const id = headerOf('aws-request-id') ?? '';
  const deadline = Number(headerOf('deadline-ms'));
  // As the runtime of Lambda does, before each invocation. The SDK sends it on.
  const trace = headerOf('trace-id');
  if (trace === undefined) delete process.env['_X_AMZN_TRACE_ID'];
  else process.env['_X_AMZN_TRACE_ID'] = trace;
  const context = {
    awsRequestId: id,
    functionName: process.env['AWS_LAMBDA_FUNCTION_NAME'],
    memoryLimitInMB: process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'],
    invokedFunctionArn: headerOf('invoked-function-arn'),
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
  try {
    await post(`invocation/${id}/response`, await handler(event, context));
  } catch (error) {
    await post(`invocation/${id}/error`, told(error));
  }
}
