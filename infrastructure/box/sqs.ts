import { createHash } from 'node:crypto';
import { askedOfQueue } from './calls.ts';
import type { Kept, Queue } from './queue.ts';
import { actionOf, jsonIn, refuseAsJson, type Service } from './service.ts';
import { queueArn } from './stacks.ts';

type Entry = {
  Id: string;
  MessageBody: string;
  DelaySeconds?: number;
  ReceiptHandle: string;
  VisibilityTimeout: number;
};
type Input = {
  QueueUrl: string;
  QueueName?: string;
  SourceArn?: string;
  Entries: Entry[];
  MaxNumberOfMessages?: number;
  VisibilityTimeout?: number;
};

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const received = ({ id, body, receipt, receives, sentAt }: Kept) => ({
  MessageId: id,
  ReceiptHandle: receipt,
  Body: body,
  MD5OfBody: md5(body),
  Attributes: {
    SentTimestamp: String(sentAt),
    ApproximateReceiveCount: String(receives),
  },
});

/** Handles each entry of a batch; `handle` returns what SQS adds to the entry's id, or false if it refuses the entry. */
const batch = (entries: readonly Entry[], handle: (entry: Entry) => object | false) => {
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of entries) {
    const handled = handle(entry);
    if (handled === false) Failed.push({ Id: entry.Id, SenderFault: true, Code: 'ReceiptHandleIsInvalid' });
    else Successful.push({ Id: entry.Id, ...handled });
  }
  return { Successful, Failed };
};

const attributesOf = (queue: Queue) => {
  const { visible, inFlight, delayed } = queue.counts();
  return {
    QueueArn: queueArn(queue.name),
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
  };
};

/** Returns the name at the end of an address or an ARN of a queue. */
const queueIn = ({ SourceArn, QueueUrl, QueueName }: Partial<Input>): string =>
  (SourceArn ?? QueueUrl ?? QueueName ?? '').split(/[/:]/).at(-1) ?? '';

/** Creates SQS over these queues: the actions that the functions use, by its JSON protocol. */
export const createSqs = (queues: readonly Queue[], queueUrl: (name: string) => string): Service => {
  const named = (name: string): Queue => {
    const queue = queues.find((each) => each.name === name);
    if (queue === undefined) throw new Error(`no queue ${name}`);
    return queue;
  };
  /** Returns the queue whose dead letters these are. */
  const sourceOf = (dead: string) => queues.find(({ redrive }) => redrive?.to.name === dead);

  /** Answers a request of SQS; undefined for an action that the functions do not use. */
  const answerSqs = (action: string, input: Input, trace: string | undefined): object | undefined => {
    const queue = () => named(queueIn(input));
    switch (action) {
      case 'SendMessageBatch':
        return batch(input.Entries, (entry) => ({
          MessageId: queue().send({
            body: entry.MessageBody,
            delaySeconds: entry.DelaySeconds,
            trace,
          }),
          MD5OfMessageBody: md5(entry.MessageBody),
        }));
      case 'ReceiveMessage':
        return {
          Messages: queue()
            .receive(input.MaxNumberOfMessages ?? 1, input.VisibilityTimeout)
            .map(received),
        };
      case 'ChangeMessageVisibilityBatch':
        return batch(input.Entries, ({ ReceiptHandle, VisibilityTimeout }) =>
          queue().changeVisibility(ReceiptHandle, VisibilityTimeout) ? {} : false,
        );
      case 'GetQueueAttributes':
        return { Attributes: attributesOf(queue()) };
      case 'GetQueueUrl':
        return { QueueUrl: queueUrl(input.QueueName ?? '') };
      case 'ListMessageMoveTasks':
        return { Results: [] };
      case 'StartMessageMoveTask': {
        const dead = queue();
        sourceOf(dead.name)?.takeIn(dead.drain());
        return { TaskHandle: dead.name };
      }
      default:
        return undefined;
    }
  };

  return {
    asks: (call) => {
      const action = actionOf(call);
      const name = queueIn(jsonIn(call) as Partial<Input>);
      const asked = askedOfQueue(action, name);
      // A move task sends with the permissions of its caller too.
      const target = action === 'StartMessageMoveTask' ? sourceOf(name) : undefined;
      return target === undefined ? asked : [...asked, ...askedOfQueue('SendMessage', target.name)];
    },
    answer: (call) => {
      const trace = call.headers['x-amzn-trace-id']?.toString();
      const answer = answerSqs(actionOf(call), jsonIn(call) as Input, trace);
      if (answer === undefined) return { status: 501, body: actionOf(call) };
      return {
        status: 200,
        headers: { 'content-type': 'application/x-amz-json-1.0' },
        body: JSON.stringify(answer),
      };
    },
    refuse: refuseAsJson,
  };
};
