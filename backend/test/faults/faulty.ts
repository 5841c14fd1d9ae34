import type { BlobStore } from '../../src/model/article/article.ts';
import { StorageThrottledError } from '../../src/lib/errors.ts';
import { StorageUnavailableError } from '../../src/storage/table/errors.ts';
import type { TableEngine } from '../../src/storage/table/table-engine.ts';

/**
 * The kinds of fault. `throttled` and `broken` (status 500) occur before the call takes effect. `lost` is a time-out
 * after it took effect. `half` is a time-out after the first half of a batch took effect. `retried` is not an error:
 * the SDK repeats a write that already took effect and returns the second result, which is often a failed condition.
 */
export type FaultKind = 'throttled' | 'broken' | 'lost' | 'half' | 'retried';

export type Call = { name: string; isWrite: boolean; isBatch: boolean; isConditional?: boolean };

const awsError: Record<Exclude<FaultKind, 'retried'>, { name: string; message: string }> = {
  throttled: { name: 'ThrottlingException', message: 'Rate exceeded' },
  broken: { name: 'InternalServerError', message: 'Internal server error' },
  lost: { name: 'TimeoutError', message: 'The request timed out' },
  half: { name: 'TimeoutError', message: 'The request timed out' },
};

const blobError = (kind: FaultKind): Error =>
  kind === 'throttled'
    ? new StorageThrottledError('Storage is throttled')
    : new StorageUnavailableError('Storage does not answer');

type Requests = { RequestItems?: Record<string, unknown> };

const firstHalf = <T>(input: T): T => {
  const { RequestItems = {} } = input as Requests;
  const halves = Object.entries(RequestItems).map(([table, requests]) => {
    const list = requests as unknown[];
    return [table, list.slice(0, Math.ceil(list.length / 2))];
  });
  return { ...input, RequestItems: Object.fromEntries(halves) };
};

const batchSize = (input: unknown): number =>
  Object.values((input as Requests).RequestItems ?? {}).reduce<number>(
    (sum, requests) => sum + (Array.isArray(requests) ? requests.length : 0),
    0,
  );

/** Creates wrappers that make the table, blob store or queues fail at one chosen call while `watch` runs. */
export const createFaults = () => {
  let calls: Call[] | null = null;
  let plan: { at: number; kind: FaultKind } | null = null;
  let hasStruck = false;

  /** Records the call and returns the fault planned for it, or null. */
  const meet = (call: Call): FaultKind | null => {
    if (calls === null) return null;
    calls.push(call);
    if (calls.length !== plan?.at) return null;
    hasStruck = true;
    return plan.kind;
  };

  const guard =
    <A extends unknown[], R>(
      call: Call,
      run: (...args: A) => Promise<R>,
      error: (kind: FaultKind) => Error,
    ) =>
    async (...args: A): Promise<R> => {
      const kind = meet(call);
      if (kind === null) return run(...args);
      if (kind === 'lost') await run(...args);
      throw error(kind);
    };

  return {
    /** Intercepts each request to the SDK, so its own retries are not seen. */
    wrapClient: (client: TableEngine): TableEngine => {
      const guarded =
        <I extends object, O>(name: string, send: (input: I) => Promise<O>) =>
        async (input: I): Promise<O> => {
          const isBatch = name === 'batchWrite' && batchSize(input) > 1;
          const isConditional = 'ConditionExpression' in input;
          const kind = meet({ name, isWrite: !/get|query/i.test(name), isBatch, isConditional });
          if (kind === null) return send(input);
          if (kind === 'retried') {
            await send(input);
            return send(input);
          }
          if (kind === 'lost') await send(input);
          if (kind === 'half') await send(firstHalf(input));
          const { name: errorName, message } = awsError[kind];
          throw Object.assign(new Error(message), { name: errorName });
        };
      return {
        get: guarded('get', client.get),
        put: guarded('put', client.put),
        update: guarded('update', client.update),
        delete: guarded('delete', client.delete),
        query: guarded('query', client.query),
        batchGet: guarded('batchGet', client.batchGet),
        batchWrite: guarded('batchWrite', client.batchWrite),
      };
    },
    wrapBlobs: (blobs: BlobStore): BlobStore => ({
      put: guard({ name: 'blob put', isWrite: true, isBatch: false }, blobs.put, blobError),
      get: guard({ name: 'blob get', isWrite: false, isBatch: false }, blobs.get, blobError),
      delete: guard({ name: 'blob delete', isWrite: true, isBatch: false }, blobs.delete, blobError),
      list: guard({ name: 'blob list', isWrite: false, isBatch: false }, blobs.list, blobError),
    }),
    wrapSend: <M>(queue: string, send: (messages: M[]) => Promise<void>) =>
      guard({ name: `send to ${queue}`, isWrite: true, isBatch: false }, send, blobError),
    /** Runs `run` with the planned fault, which occurs once. Returns the calls that were made. */
    watch: async (
      planned: { at: number; kind: FaultKind } | null,
      run: () => Promise<unknown>,
    ): Promise<{ calls: Call[]; hasStruck: boolean }> => {
      calls = [];
      plan = planned;
      hasStruck = false;
      try {
        await run();
        return { calls, hasStruck };
      } finally {
        calls = null;
        plan = null;
      }
    },
  };
};
