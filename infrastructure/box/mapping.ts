import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { countsIn, headerOf, LONGEST_CHAIN } from './lineage.ts';
import type { Kept, Queue } from './queue.ts';

export type MappingOptions = {
  queue: Queue;
  functionName: string;
  batchSize: number;
  /** Seconds for which a batch may fill. */
  windowSeconds: number;
  maximumConcurrency: number;
  /** True if the function has `RecursiveLoop: Allow`. */
  allowsLoops: boolean;
  /** Tells whether the function's role lets Lambda take messages of the queue. */
  mayTake?: () => boolean;
  /** True if the function's answer names the messages that failed. */
  reportsFailures: boolean;
  invoke: (name: string, event: unknown, trace?: string) => Promise<unknown>;
  now: () => number;
};

/** Returns the event that Lambda makes of messages. */
export const eventOf = (messages: readonly Kept[], queue: string): SQSEvent => ({
  Records: messages.map(({ id, body, receipt, receives, sentAt, trace }) => ({
    messageId: id,
    receiptHandle: receipt ?? '',
    body,
    attributes: {
      ApproximateReceiveCount: String(receives),
      SentTimestamp: String(sentAt),
      SenderId: 'sender',
      ApproximateFirstReceiveTimestamp: String(sentAt),
      ...(trace === undefined ? {} : { AWSTraceHeader: trace }),
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:eu-central-1:123456789012:${queue}`,
    awsRegion: 'eu-central-1',
  })),
});

/** Returns the ids of the messages that are to be delivered again; all of them for an answer that is none. */
const failedIn = (answer: unknown, messages: readonly Kept[], reportsFailures: boolean): Set<string> => {
  if (!reportsFailures) return new Set();
  const { batchItemFailures } = (answer ?? {}) as Partial<SQSBatchResponse>;
  const ids = (batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  const known = new Set(messages.map(({ id }) => id));
  return ids.every((id) => known.has(id)) ? new Set(ids) : known;
};

/**
 * Creates the event source mapping between a queue and a function. `poll` takes what is visible; it is called again and
 * again by whoever runs it, and needs no timer of its own. A batch that is full, or whose window has passed, is handed to
 * the function; what it handled is deleted, what failed stays hidden until its visibility timeout. A message that would be
 * the seventeenth invocation of the function in its chain is dropped, unless the function allows that: it stays hidden,
 * and in the end is a dead letter.
 */
export const createMapping = (options: MappingOptions) => {
  const { queue, functionName, batchSize, maximumConcurrency, now, mayTake = () => true } = options;
  const counted = { invocations: 0, dropped: 0, longest: 0 };
  const running = new Set<Promise<void>>();
  let filling: Kept[] = [];
  let since = 0;

  /** Returns how often the message's chain will have invoked the function. */
  const lengthOf = ({ trace }: Kept): number => (countsIn(trace).get(functionName) ?? 0) + 1;

  const run = async (batch: readonly Kept[]): Promise<void> => {
    const longest = batch.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
    if (longest === undefined) return;
    const counts = countsIn(longest.trace).set(functionName, lengthOf(longest));
    counted.longest = Math.max(counted.longest, lengthOf(longest));
    counted.invocations += 1;
    try {
      const answer = await options.invoke(functionName, eventOf(batch, queue.name), headerOf(counts));
      const failed = failedIn(answer, batch, options.reportsFailures);
      for (const { id, receipt } of batch) if (!failed.has(id) && receipt !== null) queue.delete(receipt);
    } catch {
      // The messages are delivered again.
    }
  };

  const poll = (): void => {
    while (running.size < maximumConcurrency && mayTake()) {
      if (filling.length === 0) since = now();
      const received = queue.receive(Math.min(10, batchSize - filling.length));
      const passing = received.filter((message) => options.allowsLoops || lengthOf(message) <= LONGEST_CHAIN);
      counted.dropped += received.length - passing.length;
      filling.push(...passing);
      const isDue = filling.length >= batchSize || now() - since >= options.windowSeconds * 1000;
      if (filling.length === 0 || !isDue) return;
      const batch = filling;
      filling = [];
      const done = run(batch).finally(() => running.delete(done));
      running.add(done);
    }
  };

  return {
    poll,
    counted,
    queue,
    /** True while messages are being collected or handled. */
    isBusy: (): boolean => running.size > 0 || filling.length > 0,
    settled: async (): Promise<void> => void (await Promise.all(running)),
  };
};
