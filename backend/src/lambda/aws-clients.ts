import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { createWindowsClient } from '../storage/window-store.ts';

/** Milliseconds until a connection stands, which takes a few within a region. */
const CONNECTION_MS = 1_000;

/**
 * Returns the part of a client's configuration that ends each try of a request after this many milliseconds. Without it,
 * a request on a connection that was lost waits until its function is stopped. The SDK tries again twice.
 */
export const timeLimited = (requestMs: number) => ({
  requestHandler: {
    connectionTimeout: CONNECTION_MS,
    requestTimeout: requestMs,
    // Otherwise the SDK only logs that the time is over.
    throwOnRequestTimeout: true,
  },
});

/** The table answers within some milliseconds, a page of 1 MB within a second. */
export const newTableClient = (config: DynamoDBClientConfig = {}): DynamoDBClient =>
  new DynamoDBClient({ ...timeLimited(5_000), ...config });

/** The counters have 2 seconds in all (`WINDOWS_TIME_LIMIT`), and a lost request is sent once more. */
export const newWindowsClient = (config: DynamoDBClientConfig = {}): DynamoDBClient =>
  createWindowsClient({ ...timeLimited(1_000), ...config });

/** No request waits for messages. */
export const newQueueClient = (config: SQSClientConfig = {}): SQSClient =>
  new SQSClient({ ...timeLimited(5_000), ...config });
