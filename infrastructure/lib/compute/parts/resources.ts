import type { QueueName } from '@omomi/backend/contract';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Settings } from '../../settings/settings.ts';
import type { WorkQueue } from './work-queue.ts';

/** The work queues with their dead letters. */
type WorkQueues = Record<QueueName, WorkQueue>;

/** The resources that every capability receives. */
export type Resources = {
  table: ITable;
  blobs: IBucket;
  settings: Settings;
  queues: WorkQueues;
  /** The commit that is deployed; undefined if it is not named. */
  commit: string | undefined;
};

/** Returns a name as the ids of constructs are written. */
export const capitalised = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
