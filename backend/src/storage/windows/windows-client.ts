import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

type RetryStrategy = Extract<DynamoDBClientConfig['retryStrategy'], { acquireInitialRetryToken: unknown }>;

const attempt = (retries: number) => ({ getRetryCount: () => retries, getRetryDelay: () => 0 });

/**
 * A strategy that sends a lost request once more, for example on a connection that became stale while the function
 * slept. Throttling is an answer and is not retried: the SDK would wait for seconds to receive it again, while a
 * reader's request waits.
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

/** Creates a client for the counters of the rate limits. It answers or fails quickly. */
export const createWindowsClient = (config: DynamoDBClientConfig): DynamoDBClient =>
  new DynamoDBClient({ ...config, retryStrategy });
