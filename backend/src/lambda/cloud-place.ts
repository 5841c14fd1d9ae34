import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { BlobStore } from '../model/article/article.ts';
import { createDynamoEngine } from '../storage/table/table-engine.ts';
import { createTableClient } from '../storage/table/table.ts';
import { s3Blobs } from './adapters.ts';
import { newTableClient } from './aws-clients.ts';

/** Opens a table of DynamoDB for a backup or a restore. */
export const placeOf = (dynamo: DynamoDBClient, tableName: string, blobs: BlobStore) => ({
  scan: async function* () {
    const client = DynamoDBDocumentClient.from(dynamo);
    for await (const { Items = [] } of paginateScan(
      { client },
      { TableName: tableName, ConsistentRead: true },
    ))
      yield* Items;
  },
  table: createTableClient({ client: createDynamoEngine(dynamo), tableName }),
  blobs,
});

/** Opens the table and the bucket of a deployment, with credentials and a region as the AWS tools read them. */
export const openCloudPlace = (tableName: string, bucket: string) =>
  placeOf(newTableClient(), tableName, s3Blobs({ BLOB_BUCKET: bucket }));
