import {
  DeleteItemCommand,
  ScanCommand,
  type AttributeValue,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { timeToLiveAttribute } from '../storage/keys.ts';

const PAGE = 500;

const isConditionFailed = (error: unknown) =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

/**
 * Deletes the items whose time to live is past, as DynamoDB does by itself and dynalite does not. Reads the whole
 * table, so once an hour is often enough. `deleteBlob` is given the blob of each deleted item that has one. Answers
 * with how many went.
 */
export const sweepExpired = async (
  client: DynamoDBClient,
  tableName: string,
  now: Date,
  deleteBlob: (name: string) => Promise<void>,
): Promise<number> => {
  const expired = {
    names: { '#ttl': timeToLiveAttribute },
    values: { ':now': { N: String(Math.floor(now.getTime() / 1000)) } },
  };
  let swept = 0;
  let start: Record<string, AttributeValue> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({
        TableName: tableName,
        Limit: PAGE,
        FilterExpression: '#ttl < :now',
        ProjectionExpression: 'PK, SK, #blob',
        ExpressionAttributeNames: { ...expired.names, '#blob': 'blob' },
        ExpressionAttributeValues: expired.values,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    for (const { PK, SK, blob } of page.Items ?? []) {
      if (PK === undefined || SK === undefined) continue;
      try {
        // Read or saved since the scan, an entry has no ttl any more.
        await client.send(
          new DeleteItemCommand({
            TableName: tableName,
            Key: { PK, SK },
            ConditionExpression: '#ttl < :now',
            ExpressionAttributeNames: expired.names,
            ExpressionAttributeValues: expired.values,
          }),
        );
      } catch (error) {
        if (isConditionFailed(error)) continue;
        throw error;
      }
      if (blob?.S !== undefined) await deleteBlob(blob.S);
      swept += 1;
    }
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return swept;
};
