import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import type { Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { accept } from '../../settings/accept.ts';

/** Creates the queue for events that could not be delivered to a function or that failed in it every time. */
export const createEventDlq = (scope: Construct, id: string): Queue => {
  const queue = new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  accept(queue, {
    'AwsSolutions-SQS3': 'It is a dead-letter queue itself, of a function instead of a queue.',
  });
  return queue;
};

export const runOn = (
  scope: Construct,
  schedule: Schedule,
  handler: IFunction,
  deadLetterQueue: Queue,
): Rule =>
  new Rule(scope, 'Schedule', {
    schedule,
    // An event that cannot be delivered within an hour goes to the dead-letter queue. The next run also does its work.
    targets: [
      new LambdaFunction(handler, { deadLetterQueue, maxEventAge: Duration.hours(1), retryAttempts: 2 }),
    ],
  });
