import type { FunctionName } from '@omomi/backend/config';
import { queueName, type QueueName } from '@omomi/backend/contract';
import { MOST_DELIVERIES } from '@omomi/backend/queues';
import type { SQSEvent, SQSBatchResponse } from 'aws-lambda';
import { countsIn, headerOf, LONGEST_CHAIN } from '../../box/lineage.ts';
import type { Kept } from '../../box/queue.ts';

type Counted = {
  /** The invocations of each function. */
  invocations: Partial<Record<FunctionName, number>>;
  /** The longest chain through each function. */
  longest: Partial<Record<FunctionName, number>>;
  /** The messages that Lambda dropped, as `RecursiveInvocationsDropped` counts them. */
  dropped: number;
  /** The messages that were delivered as often as their queue allows. */
  deadLetters: Kept[];
};

export type ChainsOptions = {
  take: (queue: QueueName) => Kept[];
  eventOf: (queue: QueueName, messages: readonly Kept[], receives: number) => SQSEvent;
  invoke: (name: FunctionName, event: SQSEvent, trace: string) => Promise<unknown>;
  /** Tells whether the function has `RecursiveLoop: Allow`. */
  allowsLoops: (name: FunctionName) => boolean;
  /** Called before each delivery, with the number of deliveries so far. */
  before?: (deliveries: number) => Promise<void>;
  maxDeliveries?: number;
};

/**
 * Delivers messages one by one, without their delays, until there are none left, and counts chains as AWS Lambda does:
 * it drops a message that would be the seventeenth invocation of a function in its chain, unless the function allows that.
 */
export const workOff = async ({
  take,
  eventOf,
  invoke,
  allowsLoops,
  before = async () => {},
  maxDeliveries = MOST_DELIVERIES,
}: ChainsOptions): Promise<Counted> => {
  const counted: Counted = { invocations: {}, longest: {}, dropped: 0, deadLetters: [] };
  const waiting: { queue: QueueName; message: Kept; deliveries: number }[] = [];
  const receive = () => {
    for (const queue of queueName.options)
      waiting.push(...take(queue).map((message) => ({ queue, message, deliveries: 0 })));
  };
  let total = 0;
  for (receive(); waiting.length > 0; receive()) {
    const one = waiting.shift()!;
    // The function that takes the messages of a queue has its name.
    const name = one.queue;
    const counts = countsIn(one.message.trace);
    const count = (counts.get(name) ?? 0) + 1;
    if (count > LONGEST_CHAIN && !allowsLoops(name)) {
      counted.dropped += 1;
      continue;
    }
    await before((total += 1));
    counts.set(name, count);
    one.deliveries += 1;
    counted.invocations[name] = (counted.invocations[name] ?? 0) + 1;
    counted.longest[name] = Math.max(counted.longest[name] ?? 0, count);
    const event = eventOf(one.queue, [one.message], one.deliveries);
    const { batchItemFailures } = (await invoke(name, event, headerOf(counts))) as SQSBatchResponse;
    if (batchItemFailures.length === 0) continue;
    if (one.deliveries < maxDeliveries) waiting.push(one);
    else counted.deadLetters.push(one.message);
  }
  return counted;
};
