import { CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { editionBlobDays, editionFolder } from '../../backend/src/edition/edition-blobs.ts';
import { importDays, importFolder } from '../../backend/src/feeds/import/import-document.ts';
import { receivedMailDays, receivedMailFolder } from '../../backend/src/model/feed/newsletter.ts';
import {
  articleFolder,
  contentDays,
  indexes,
  primaryKey,
  projectedAttributes,
  snapshotDays,
  snapshotFolder,
  timeToLiveAttribute,
} from '../../backend/src/storage/table/keys.ts';
import { accept } from './settings/accept.ts';

const removalPolicyOf = (isThrowaway: boolean): RemovalPolicy =>
  isThrowaway ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN;

type DatabaseStackProps = StackProps & {
  articleRetentionDays: number;
  restoredTable: string | undefined;
  /** True if table and blobs are deleted with the stack. */
  isThrowaway: boolean;
};

/** Creates the stack's own table. */
const createTable = (stack: Stack, isThrowaway: boolean): Table => {
  const table = new Table(stack, 'Table', {
    partitionKey: { name: primaryKey.partition, type: AttributeType.STRING },
    sortKey: { name: primaryKey.sort, type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: !isThrowaway },
    deletionProtection: !isThrowaway,
    removalPolicy: removalPolicyOf(isThrowaway),
  });
  if (isThrowaway) accept(table, { 'AwsSolutions-DDB3': 'Nothing in it is worth being restored.' });
  for (const [indexName, attribute] of Object.entries(indexes))
    table.addLocalSecondaryIndex({
      indexName,
      sortKey: { name: attribute, type: AttributeType.STRING },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: [...projectedAttributes],
    });
  return table;
};

/**
 * The resources that must outlive a deployment: the table and the blobs. CloudFormation refuses to delete the stack, and keeps
 * both should somebody switch that protection off. Those of a throw-away environment are deleted with the stack.
 */
export class DatabaseStack extends Stack {
  /** The table in use. */
  readonly table: ITable;
  readonly blobs: Bucket;

  constructor(
    scope: Construct,
    id: string,
    { articleRetentionDays, restoredTable, isThrowaway, ...props }: DatabaseStackProps,
  ) {
    super(scope, id, { ...props, terminationProtection: !isThrowaway });

    const own = createTable(this, isThrowaway);
    // The stack of the functions still imports these when it is about to use another table, because this stack is deployed before it.
    for (const value of [own.tableName, own.tableArn]) this.exportValue(value);
    this.table =
      restoredTable === undefined ? own : Table.fromTableName(this, 'RestoredTable', restoredTable);

    this.blobs = new Bucket(this, 'Blobs', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: removalPolicyOf(isThrowaway),
      lifecycleRules: [
        { id: 'snapshots', prefix: `${snapshotFolder}/`, expiration: Duration.days(snapshotDays) },
        // DynamoDB deletes expired articles at no cost but leaves their contents, and a corrected article leaves its
        // old content.
        {
          id: 'contents',
          prefix: `${articleFolder}/`,
          expiration: Duration.days(contentDays(articleRetentionDays)),
        },
        // An import job deletes its own document. A document whose job never began is left for this rule.
        { id: 'imports', prefix: `${importFolder}/`, expiration: Duration.days(importDays) },
        { id: 'mails', prefix: `${receivedMailFolder}/`, expiration: Duration.days(receivedMailDays) },
        { id: 'editions', prefix: `${editionFolder}/`, expiration: Duration.days(editionBlobDays) },
        { id: 'unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    });
    accept(this.blobs, {
      'AwsSolutions-S1':
        'Only the functions of this app reach the bucket, and they log what they do; access logs would cost more than the blobs.',
    });

    new CfnOutput(this, 'TableName', { value: this.table.tableName });
    new CfnOutput(this, 'BlobBucketName', { value: this.blobs.bucketName });
  }
}
