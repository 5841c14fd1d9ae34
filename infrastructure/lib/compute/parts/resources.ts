import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Settings } from '../../settings/settings.ts';

/** The resources that every capability receives. */
export type Resources = { table: ITable; blobs: IBucket; settings: Settings };

/** The queues to which capabilities send messages. */
export type Queues = { fetch: IQueue; score: IQueue; jobs: IQueue; pages: IQueue };
