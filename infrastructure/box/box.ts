import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TableEngine } from '../../backend/src/storage/table/table-engine.ts';
import { startDynamoDbLocal } from '../../backend/test/harness/engines/dynamodb-local.ts';
import { startAwsServer } from './aws-server.ts';
import { askedByLogs, askedByMapping, askedOfQueue } from './calls.ts';
import { startFunctions } from './functions.ts';
import { readDistribution } from './distribution.ts';
import { createEdge } from './edge.ts';
import { createMapping } from './mapping.ts';
import { createApiOrigin, createClientsOrigin, createPageOrigin, readOrigins } from './origins.ts';
import { createReceiving } from './receiving.ts';
import { createQueue, type Queue } from './queue.ts';
import { createGate } from './rights.ts';
import { readAssembly, type QueueSpec } from './templates.ts';

/** Time between two looks at the queues, in milliseconds; SQS answers a waiting receiver at once. */
const POLL_MS = 50;
/** Lambda tries an asynchronous call three times. */
const TRIES = 3;

/** Creates the queues, those of dead letters first. */
const createQueues = (specs: readonly QueueSpec[], now: () => number): Map<string, Queue> => {
  const queues = new Map<string, Queue>();
  const ordered = specs.toSorted((a, b) => Number(a.redrive !== undefined) - Number(b.redrive !== undefined));
  for (const { redrive, ...spec } of ordered) {
    const to = queues.get(redrive?.to ?? '');
    const own = to === undefined ? undefined : { to, maxReceives: redrive?.maxReceives ?? 1 };
    queues.set(spec.name, createQueue({ ...spec, now, redrive: own }));
  }
  return queues;
};

/** Answers a request of a viewer through the distribution. */
const answer = async (
  edge: ReturnType<typeof createEdge>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const { method = 'GET', headers, socket } = request;
  const body = await buffer(request);
  const answered = await edge({
    method,
    path,
    query,
    headers,
    body,
    address: socket.remoteAddress ?? '127.0.0.1',
  });
  response.writeHead(answered.status, answered.headers).end(method === 'HEAD' ? undefined : answered.body);
};

/** The table and the objects of a deployment, which stay when it is deployed again. */
export type Stored = {
  engine: Awaited<ReturnType<typeof startDynamoDbLocal>>;
  /** The objects of all buckets, by `<bucket>/<key>`. */
  objects: Map<string, Buffer>;
};

export type BoxOptions = {
  /** The folder of a synthesised assembly with its bundles. */
  outdir: string;
  /** The folder of the built page; without it, the page's bucket is empty. */
  page?: string;
  /** The port of the distribution on loopback; any that is free by default. */
  port?: number;
  /** True if functions may ask name servers. */
  asksNames?: boolean;
  /** Values of parameters and secrets, by their names, those of parameters also by name and version; the box makes up others. */
  secrets?: Readonly<Record<string, string>>;
  /** The most calls of functions at once in the account. A new account has ten. */
  concurrency?: number;
  /** False if queues keep their messages until somebody asks for them to be delivered (`deliver`). */
  delivers?: boolean;
  /** The table and the objects of another box, with which this one starts. By default it starts without any. */
  stored?: Stored;
};

/**
 * Becomes the deployment that the templates of an assembly describe, on loopback: functions by the Runtime API, queues with
 * their event source mappings, DynamoDB Local for the table, objects in memory for the bucket. Needs Java 17.
 */
export const startBox = async ({
  secrets = {},
  outdir,
  page,
  port = 0,
  asksNames = false,
  concurrency = 10,
  delivers = true,
  stored,
}: BoxOptions) => {
  const clock = { ahead: 0 };
  const now = (): number => Date.now() + clock.ahead;
  const assembly = readAssembly(outdir, secrets);
  const queues = createQueues(assembly.queues, now);
  const gate = createGate(assembly.roles);
  const kept: Stored = stored ?? { engine: await startDynamoDbLocal(), objects: new Map() };
  const { engine, objects } = kept;
  const endpoint = await engine.dynamo.config.endpoint!();
  const tableEngine: TableEngine = engine.client;
  const [aws] = await Promise.all([
    startAwsServer([...queues.values()], endpoint, gate, secrets, objects),
    stored === undefined ? engine.createTable(assembly.tableName) : undefined,
  ]);
  const names = asksNames ? {} : { OMOMI_BOX_NAMES: 'none' };
  const functions = await startFunctions(
    assembly
      .functions(aws.queueUrl)
      .map((each) => ({ ...each, env: { ...each.env, ...names, ...aws.variablesOf(each.name) } })),
    { concurrency, mayLog: ({ name, logGroup }) => gate.allows(name, askedByLogs(logGroup)) },
  );
  const mappings = assembly.mappings.map((spec) =>
    createMapping({
      ...spec,
      queue: queues.get(spec.queue)!,
      allowsLoops: assembly.loopsAllowed.has(spec.functionName),
      mayTake: () => gate.allows(spec.functionName, askedByMapping(spec.queue)),
      invoke: functions.invoke,
      now,
    }),
  );
  /** Calls a function as Lambda does for an event: after three failures the event is a dead letter. */
  const start = async (functionName: string, event: unknown): Promise<void> => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      try {
        await functions.invoke(functionName, event);
        return;
      } catch {
        // Lambda waits for a minute, then for two.
      }
    }
    const dead = assembly.deadLetters.get(functionName) ?? '';
    // Lambda sends it as the function's role.
    if (gate.allows(functionName, askedOfQueue('SendMessage', dead)))
      queues.get(dead)?.send({ body: JSON.stringify(event) });
  };
  let isDelivering = delivers;
  const poll = () => {
    if (isDelivering) for (const mapping of mappings) mapping.poll();
  };
  const timer = setInterval(poll, POLL_MS);
  const distribution = readDistribution(assembly.stacks, secrets);
  const origins = readOrigins(assembly.stacks, assembly.urls, distribution, page);
  const edge = createEdge(
    distribution,
    {
      page: createPageOrigin(origins, distribution.arn),
      api: createApiOrigin(functions, origins),
      clients: createClientsOrigin(functions, origins),
    },
    now,
  );
  const server = createServer((request, response) => void answer(edge, request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    /** The address of the distribution. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns the value of an output of the stacks: of a queue or a function its name. */
    stackOutput: assembly.stacks.output,
    /** The client of the table that asks no gate. */
    tableEngine,
    tableEndpoint: `http://${endpoint.hostname}:${endpoint.port}`,
    tableName: assembly.tableName,
    /** Returns every item of the table. */
    dump: () => engine.dump(assembly.tableName),
    gate,
    allowsLoops: (functionName: string): boolean => assembly.loopsAllowed.has(functionName),
    /** Begins to deliver the messages of the queues. */
    deliver: (): void => {
      isDelivering = true;
    },
    /** Keeps the messages in their queues, until `deliver` is called again. */
    hold: (): void => {
      isDelivering = false;
    },
    /** True while functions have messages of queues. */
    isBusy: (): boolean => mappings.some((mapping) => mapping.isBusy()),
    /** Returns the queue whose messages a function takes. */
    queueOf: (functionName: string): Queue =>
      queues.get(assembly.mappings.find((each) => each.functionName === functionName)?.queue ?? '')!,
    queues,
    schedules: assembly.schedules,
    invoke: functions.invoke,
    end: functions.end,
    /** The mails that functions send. */
    mails: aws.mails,
    /** Has SES receive a mail for these addresses, and waits for the function that it calls. */
    receive: createReceiving(assembly.receiptRules, objects, start),
    /** The events that failed in a function every time. */
    deadLettersOf: (functionName: string): Queue => queues.get(assembly.deadLetters.get(functionName) ?? '')!,
    /** The objects of all buckets, by `<bucket>/<key>`. */
    objects,
    /** The table and the objects, for a further deployment of them in another box. Close that box before this one. */
    stored: kept,
    /** Makes the next requests of an action fail that functions send to the table. */
    failTable: aws.failTable,
    outputOf: functions.outputOf,
    countedOf: (functionName: string) =>
      mappings[assembly.mappings.findIndex((each) => each.functionName === functionName)]!.counted,
    /** Runs what a schedule starts; the event becomes a dead letter if it fails three times. */
    runSchedule: async (functionName: string): Promise<void> => {
      const schedule = assembly.schedules.find((each) => each.functionName === functionName);
      if (schedule?.mayInvoke !== true) throw new Error(`no schedule may invoke ${functionName}`);
      const event = { 'detail-type': 'Scheduled Event', source: 'aws.events', detail: {} };
      await start(functionName, event);
    },
    /** Moves the clock of the queues on, so that nobody waits for a visibility timeout or a delay. */
    advance: (seconds: number): void => {
      clock.ahead += seconds * 1000;
    },
    close: async (): Promise<void> => {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await functions.close();
      await aws.close();
      if (stored === undefined) await engine.close();
    },
  };
};
