import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

type RetryStrategy = Extract<DynamoDBClientConfig['retryStrategy'], { acquireInitialRetryToken: unknown }>;

const attempt = (retries: number) => ({ getRetryCount: () => retries, getRetryDelay: () => 0 });

/**
 * What was lost on the way, as on a connection that went stale while the function slept, is sent once more. Throttling
 * is an answer: the SDK would wait for seconds, with a request of someone's behind it, to hear it again.
 */
const retryStrategy: RetryStrategy = {
  acquireInitialRetryToken: () => Promise.resolve(attempt(0)),
  refreshRetryTokenForRetry: (before, { errorType }) => {
    const isLost = errorType === 'TRANSIENT' || errorType === 'SERVER_ERROR';
    return isLost && before.getRetryCount() === 0
      ? Promise.resolve(attempt(1))
      : Promise.reject(new Error('not tried again'));
  },
  recordSuccess: () => {},
};

/** A client for the counters of the rate limits, which answer soon or not at all. */
export const createWindowsClient = (config: DynamoDBClientConfig): DynamoDBClient =>
  new DynamoDBClient({ ...config, retryStrategy });
