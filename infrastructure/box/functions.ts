import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';

/** A function as its template says it. */
export type BoxFunction = {
  name: string;
  /** The bundle's first file. */
  file: string;
  memoryMegabytes: number;
  timeoutSeconds: number;
  logGroup: string;
  env: Readonly<Record<string, string | undefined>>;
};

/** Thrown for a call that Lambda does not run, because the instances of the account are all in use. */
export class ThrottledError extends Error {
  override readonly name = 'TooManyRequestsException';
}

type Call = { id: string; event: unknown; trace: string | undefined; deadline: number };
type Instance = {
  of: BoxFunction;
  child: ChildProcess;
  /** The request by which the instance waits for its next event; null while it starts or works. */
  waiting: ServerResponse | null;
  call: (Call & { settle: (outcome: { result: unknown } | { error: Error }) => void }) | null;
};

const runtime = join(import.meta.dirname, 'runtime.ts');

/**
 * Starts the Runtime API of Lambda on loopback. Each function runs outside the repository's folders in processes of its
 * own, one for each call at a time, with its memory as the limit of the heap. An instance stands still between calls; one
 * that takes longer than its function may is ended.
 *
 * @param options `concurrency`: the most calls at once over all functions; a new account has ten. `mayLog`: tells whether
 *   the role of a function lets it keep what an instance logs.
 */
export const startFunctions = async (
  functions: readonly BoxFunction[],
  { concurrency, mayLog }: { concurrency: number; mayLog: (of: BoxFunction) => boolean },
) => {
  const instances = new Map<string, Instance>();
  const outputs = new Map(functions.map(({ name }) => [name, new PassThrough()]));
  for (const output of outputs.values()) output.resume();
  let running = 0;

  const handOut = (instance: Instance): void => {
    const { waiting, call, child, of } = instance;
    if (waiting === null) return;
    if (call === null) {
      // As Lambda freezes an instance that has nothing to do.
      child.kill('SIGSTOP');
      return;
    }
    instance.waiting = null;
    child.kill('SIGCONT');
    waiting
      .writeHead(200, {
        'lambda-runtime-aws-request-id': call.id,
        'lambda-runtime-deadline-ms': String(call.deadline),
        'lambda-runtime-invoked-function-arn': `arn:aws:lambda:eu-central-1:123456789012:function:${of.name}`,
        ...(call.trace === undefined ? {} : { 'lambda-runtime-trace-id': call.trace }),
      })
      .end(JSON.stringify(call.event));
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, id, , , ...path] = (request.url ?? '').split('/');
    const instance = instances.get(id ?? '');
    if (instance === undefined) {
      response.writeHead(404).end();
    } else if (path.at(-1) === 'next') {
      instance.waiting = response;
      handOut(instance);
    } else {
      const body: unknown = JSON.parse(await text(request));
      response.writeHead(202).end();
      const { call } = instance;
      instance.call = null;
      const { errorType, errorMessage } = (body ?? {}) as { errorType?: string; errorMessage?: string };
      if (path.at(-1) === 'response') call?.settle({ result: body });
      else call?.settle({ error: new Error(`${instance.of.name}: ${errorType}: ${errorMessage}`) });
    }
  };
  // An instance that is frozen cannot see that its idle connection was closed, and would send its next answer into it.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const startInstance = (of: BoxFunction): Instance => {
    const id = randomUUID();
    const child = spawn(process.execPath, [`--max-old-space-size=${of.memoryMegabytes}`, runtime, of.file], {
      cwd: dirname(of.file),
      env: {
        PATH: process.env['PATH'],
        ...of.env,
        AWS_LAMBDA_FUNCTION_NAME: of.name,
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(of.memoryMegabytes),
        AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}/${id}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const instance: Instance = { of, child, waiting: null, call: null };
    instances.set(id, instance);
    const output = mayLog(of) ? outputs.get(of.name) : undefined;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => output?.write(chunk));
    child.once('close', () => {
      instances.delete(id);
      instance.call?.settle({ error: new Error(`${of.name}: Runtime exited`) });
    });
    return instance;
  };

  /** Calls a function and returns its answer. @throws ThrottledError, or an Error for what the function threw. */
  const invoke = async (name: string, event: unknown, trace?: string): Promise<unknown> => {
    const of = functions.find((each) => each.name === name);
    if (of === undefined) throw new Error(`no function ${name}`);
    if (running >= concurrency) throw new ThrottledError(`${name}: Rate Exceeded`);
    running += 1;
    const idle = [...instances.values()].find((each) => each.of === of && each.call === null);
    const instance = idle ?? startInstance(of);
    const milliseconds = of.timeoutSeconds * 1000;
    let timer: NodeJS.Timeout | undefined;
    try {
      const outcome = await new Promise<{ result: unknown } | { error: Error }>((settle) => {
        instance.call = { id: randomUUID(), event, trace, deadline: Date.now() + milliseconds, settle };
        timer = setTimeout(() => {
          settle({ error: new Error(`${name}: Task timed out after ${of.timeoutSeconds} seconds`) });
          instance.child.kill('SIGKILL');
        }, milliseconds);
        handOut(instance);
      });
      if ('error' in outcome) throw outcome.error;
      return outcome.result;
    } finally {
      clearTimeout(timer);
      running -= 1;
    }
  };

  return {
    invoke,
    /** Ends the instances of a function, as AWS may at any time. */
    end: (name: string): void => {
      for (const [id, { of, child }] of instances) {
        if (of.name !== name) continue;
        // No further call goes to it, though it takes a moment to end.
        instances.delete(id);
        child.kill('SIGKILL');
      }
    },
    /** The log lines of a function's instances. */
    outputOf: (name: string): PassThrough => outputs.get(name)!,
    close: async (): Promise<void> => {
      const ended = [...instances.values()].map(({ child }) => once(child, 'close'));
      for (const { child } of instances.values()) child.kill('SIGKILL');
      await Promise.all(ended);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export type Functions = Awaited<ReturnType<typeof startFunctions>>;
