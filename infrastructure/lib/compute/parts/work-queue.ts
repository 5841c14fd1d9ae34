import { MOST_DELIVERIES } from '@omomi/backend/queues';
import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export type WorkQueueProps = {
  /** The time limit of the function that takes the messages, in seconds. */
  timeoutSeconds: number;
};

export type Consumption = {
  batchSize: number;
  /** Number of function instances at once; at least 2. */
  maxConcurrency: number;
  /** The time that Lambda waits for a batch to fill. */
  maxBatchingWindow?: Duration;
};

/** A queue with its dead-letter queue. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    const common = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    };
    this.deadLetters = new Queue(this, `${id}Dlq`, common);
    this.queue = new Queue(this, 'Queue', {
      ...common,
      retentionPeriod: Duration.days(4),
      // AWS recommends six times the function's timeout, so that no message is delivered again while it is processed.
      visibilityTimeout: Duration.seconds(6 * props.timeoutSeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MOST_DELIVERIES },
    });
  }

  /** Sends the queue's messages to a function. Each message of a batch succeeds or fails by itself. */
  feed(handler: LambdaFunction, consumption: Consumption): void {
    handler.addEventSource(new SqsEventSource(this.queue, { ...consumption, reportBatchItemFailures: true }));
  }
}
