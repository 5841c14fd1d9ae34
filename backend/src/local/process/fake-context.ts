import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';

type FakeContextOptions = {
  functionName: string;
  /** Time limit of the function in milliseconds. */
  timeout: number;
  now: () => Date;
};

/** Creates a Lambda context for a call in this process. The remaining time counts down from `timeout` to 0. */
export const createFakeContext = ({ functionName, timeout, now }: FakeContextOptions): Context => {
  const deadline = now().getTime() + timeout;
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: '512',
    awsRequestId: randomUUID(),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, deadline - now().getTime()),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
};
